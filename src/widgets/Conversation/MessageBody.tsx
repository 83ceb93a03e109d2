import { useEffect } from 'react';
import { MAP_ZOOM_APPOINTMENT, MAP_ZOOM_PLACE } from '../../../contract/constants/limits';
import { changeTextId } from '../../domains/appointments';
import { statusChange, toPoint, type Message } from '../../domains/chat';
import { dataOr } from '../../domains/kit/loadable';
import { selectNearby, nearbyRequested } from '../../domains/reference';
import { wallTimeText } from '../../lib/dates';
import { placeAt, shownName, type GeoPoint } from '../../lib/location';
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

/** Returns the point of a location, or of an appointment's place; null if the message names none. */
const pointOf = ({ type, body, messagePayload }: Message): GeoPoint | null => {
  if (type === 'location') return toPoint(body);
  return toPoint(`${String(messagePayload.latitude)}, ${String(messagePayload.longitude)}`);
};

/** Where the worker is: the name of the nearest known place, because coordinates say nothing. */
const LocationBody = ({ point }: { point: GeoPoint }) => {
  const t = useText();
  const nearby = dataOr(useAppSelector(selectNearby), []);
  const place = shownName(placeAt(point, []), nearby);
  const label = t('conversation.location', { place, isKnown: String(place !== '') });
  return (
    <span className={styles.card}>
      <span translate="no" dir="auto">
        {label}
      </span>
      <StaticMap point={point} zoom={MAP_ZOOM_PLACE} label={label} />
    </span>
  );
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
  const t = useText();
  const { messagePayload } = message;
  const point = pointOf(message);
  const address = textOf(messagePayload.address);
  const label = address ? t('appointment.map', { place: address }) : t('appointment.mapHere');
  return (
    <span className={styles.card}>
      <strong>
        <Icon name="calendar" size={16} />
        <T id="conversation.appointment" />
      </strong>
      <When startAt={messagePayload.startAt} />
      {address !== '' && <Name>{address}</Name>}
      {point && <StaticMap point={point} zoom={MAP_ZOOM_APPOINTMENT} label={label} />}
    </span>
  );
};

/** The new status of an appointment; a status without its own text is worded as in the lists. */
const StatusText = ({ status }: { status: unknown }) => {
  const t = useText();
  const hasText = useHasText();
  const word = changeTextId(textOf(status));
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
    const status = messagePayload.changed_status;
    return (
      <>
        <StatusText status={status} />{' '}
        {statusChange(status) !== 'withdrawn' && <When startAt={messagePayload.startAt} />}
      </>
    );
  }
  const point = type === 'location' ? pointOf(message) : null;
  if (point) return <LocationBody point={point} />;
  if (messagePayload.reminder === undefined) return <>{body}</>;
  return (
    <>
      <T as="strong" id="conversation.reminder" /> {body}
    </>
  );
};

/** Milliseconds to wait so that the messages render first. */
const NAMES_DELAY = 300;

/** Loads the names around the newest location of a conversation; the others are mostly near it. */
export const useLocationNames = (messages: readonly Message[]) => {
  const dispatch = useAppDispatch();
  const newest = messages.findLast(({ type }) => type === 'location');
  const point = newest && pointOf(newest);
  const [latitude, longitude] = [point?.latitude, point?.longitude];
  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return undefined;
    const view = { latitude, longitude, zoom: MAP_ZOOM_PLACE };
    const timer = setTimeout(() => dispatch(nearbyRequested(view)), NAMES_DELAY);
    return () => clearTimeout(timer);
  }, [dispatch, latitude, longitude]);
};
