import { useEffect } from 'react';
import { MAP_ZOOM_APPOINTMENT, MAP_ZOOM_PLACE } from '../../../contract/constants/limits';
import { statusChange, toPoint, type Message } from '../../domains/chat';
import { dataOr } from '../../domains/kit/loadable';
import { selectNearby, nearbyRequested } from '../../domains/reference';
import { wallTimeText } from '../../lib/dates';
import { readSettings } from '../../lib/settings';
import { useAppSelector, useAppDispatch } from '../../store/hooks';
import { Icon } from '../../ui/icons';
import { StaticMap } from '../../ui/map/StaticMap';
import { Name, T, useHasText, useText } from '../../ui/text';
import styles from './MessageList.module.css';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const When = ({ startAt }: { startAt: unknown }) => {
  const text = wallTimeText(startAt);
  return text && <span>{text}</span>;
};

interface PlaceProps {
  point: { latitude: number; longitude: number };
  zoom: number;
}

const Place = ({ point, zoom }: PlaceProps) => {
  const t = useText();
  const nearby = useAppSelector(selectNearby);
  const [latitude, longitude] = [point.latitude.toFixed(4), point.longitude.toFixed(4)];
  return (
    <span className={styles.place}>
      <StaticMap
        point={point}
        zoom={zoom}
        places={dataOr(nearby, [])}
        googleKey={readSettings().googleMapsKey}
        label={t('conversation.location', { latitude, longitude })}
      />
      <a
        href={`https://www.openstreetmap.org/?mlat=${point.latitude}&mlon=${point.longitude}#map=15/${point.latitude}/${point.longitude}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        <T id="conversation.openMap" />
      </a>
    </span>
  );
};

/** Returns the place in a message and the zoom of its map, or null if it names no place. */
const placeOf = ({ type, body, messagePayload }: Message): PlaceProps | null => {
  const isAppointment = type === 'appointment';
  if (!isAppointment && type !== 'location') return null;
  const point = toPoint(
    isAppointment ? `${String(messagePayload.latitude)}, ${String(messagePayload.longitude)}` : body,
  );
  return point && { point, zoom: isAppointment ? MAP_ZOOM_APPOINTMENT : MAP_ZOOM_PLACE };
};

const ApplicationBody = ({ body, messagePayload }: Message) => (
  <span className={styles.card}>
    <strong>
      <Icon name="briefcase" size={16} />
      <T id="conversation.application" values={{ job: textOf(messagePayload.jobTitle) || body }} />
    </strong>
    {textOf(messagePayload.jobDescription) !== '' && (
      <span className={styles.description}>{textOf(messagePayload.jobDescription)}</span>
    )}
  </span>
);

const AppointmentBody = ({ message }: { message: Message }) => {
  const { messagePayload } = message;
  const place = placeOf(message);
  return (
    <span className={styles.card}>
      <strong>
        <Icon name="calendar" size={16} />
        <T id="conversation.appointment" />
      </strong>
      <When startAt={messagePayload.startAt} />
      {textOf(messagePayload.address) !== '' && <Name>{textOf(messagePayload.address)}</Name>}
      {place && <Place {...place} />}
    </span>
  );
};

/** What became of an appointment; without a text of its own in the words of the lists. */
const StatusText = ({ status }: { status: unknown }) => {
  const t = useText();
  const hasText = useHasText();
  const word = `appointments.status.${textOf(status)}`;
  const values = hasText(word) ? { known: true, status: t(word) } : { known: false };
  return <T id={`conversation.status.${statusChange(status)}`} values={values} />;
};

/** Shows the content of a message by its type. Text is always plain text: docs/PRODUCT.md#conversation. */
export const MessageBody = ({ message }: { message: Message }) => {
  const { type, body, messagePayload } = message;
  if (type === 'application') return <ApplicationBody {...message} />;
  if (type === 'appointment') return <AppointmentBody message={message} />;
  if (type === 'appointment_status') {
    const before = wallTimeText(messagePayload.previousStartAt);
    const after = wallTimeText(messagePayload.startAt);
    if (before && after) return <T id="conversation.moved" values={{ before, after }} />;
    return (
      <>
        <StatusText status={messagePayload.changed_status} /> <When startAt={messagePayload.startAt} />
      </>
    );
  }
  const place = placeOf(message);
  if (place) return <Place {...place} />;
  if (messagePayload.reminder === undefined) return <>{body}</>;
  return (
    <>
      <T as="strong" id="conversation.reminder" /> {body}
    </>
  );
};

/** Milliseconds to wait so that the messages render first. */
const LABELS_DELAY = 300;

/**
 * Loads the labels around the newest place of a conversation. The other maps, which mostly show the same place, use
 * them too.
 */
export const useMapLabels = (messages: readonly Message[]) => {
  const dispatch = useAppDispatch();
  const newest = messages.findLast((message) => placeOf(message) !== null);
  const place = newest && placeOf(newest);
  const [latitude, longitude, zoom] = [place?.point.latitude, place?.point.longitude, place?.zoom];
  useEffect(() => {
    if (latitude === undefined || longitude === undefined || zoom === undefined) return undefined;
    const timer = setTimeout(() => dispatch(nearbyRequested({ latitude, longitude, zoom })), LABELS_DELAY);
    return () => clearTimeout(timer);
  }, [dispatch, latitude, longitude, zoom]);
};
