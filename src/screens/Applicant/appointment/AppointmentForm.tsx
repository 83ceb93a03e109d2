import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { object } from 'yup';
import { Form, Formik, useFormikContext } from 'formik';
import type { Reach } from '../../../../contract/constants/decisions';
import { CALLED_OFF_STATUSES, type AppointmentStatus } from '../../../../contract/constants/statuses';
import { ADDRESS_MAX, APPOINTMENT_MINUTES } from '../../../../contract/constants/limits';
import type { Appointment, AppointmentBody, AppointmentTimeBody } from '../../../../contract/schemas/appointments';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import { DAY, MINUTE } from '../../../../contract/constants/time';
import { isNight, isUrgent, outOfNight } from '../../../../contract/rules/night';
import { fromWallTime } from '../../../../contract/zone';
import { isMissed, type ApplicationDetail } from '../../../domains/applications';
import { formatDay, formatTime, whenValues } from '../../../lib/dates';
import { locationText, rounded } from '../../../lib/location';
import { chosenRule, optionalText } from '../../../lib/rules';
import { startRules, type StartValues, toFormFields } from '../../../lib/startTime';
import {
  changeLeft,
  creationSubmitted,
  moveSubmitted,
  selectCurrentAppointment,
  changeWaitsUntil,
  textWaitsUntil,
  type WorkPlace,
} from '../../../domains/appointments';
import { selectUser } from '../../../domains/session';
import { shownErrorOf } from '../../../domains/kit/loadable';
import { serverNow } from '../../../lib/serverClock';
import { readSettings } from '../../../lib/settings';
import { useAppDispatch, useAppSelector, useFields } from '../../../store/hooks';
import { Button } from '../../../ui/Button';
import { FormFailure } from '../../../ui/FormMessage';
import { StartFields, useZoneCity } from '../../../ui/StartFields';
import { T, useText } from '../../../ui/text';
import { useNowEach } from '../../../ui/ticker';
import { useFirstErrorFocus } from '../../../ui/useFirstErrorFocus';
import { useServerErrors, type FieldFailures } from '../../../ui/useServerErrors';
import { DraftAutosave, useDraftKey, useSavedDraft } from '../forms';
import { PlaceChoice, SuggestedTimes } from './InvitationParts';
import styles from './AppointmentTab.module.css';

export const isOver = (status: AppointmentStatus): boolean => CALLED_OFF_STATUSES.includes(status);

/**
 * True when less than 24 hours are left, so that a cancellation counts as late. `appointmentAt` is ISO, `now` ms since
 * 1970.
 */
export const isLate = (appointmentAt: string, now: number): boolean => Date.parse(appointmentAt) - now < DAY;

/**
 * How the applicant is notified of a cancellation. `unsent`: the invitation still waits for the morning, so neither is
 * sent.
 */
export type CancelNotice = 'product' | 'sms' | 'smsMorning' | 'unsent' | 'none';

/** Returns how and when the applicant is notified of a cancellation at `now` (ms): docs/PRODUCT.md#text-messages. */
export const cancelNotice = (
  { appointmentAt, isKnown = true, statusLog = [] }: Pick<Appointment, 'appointmentAt' | 'isKnown' | 'statusLog'>,
  reach: Reach,
  now: number,
): CancelNotice => {
  if (reach !== 'sms') return reach;
  const { timeZone } = readSettings();
  const at = new Date(now);
  if (!isNight(at, timeZone)) return 'sms';
  const [invited] = statusLog;
  // By day the invitation may have left since the answer that says `isKnown`.
  const isOfThisNight = invited && isNight(new Date(invited.at), timeZone) && now - Date.parse(invited.at) < DAY / 2;
  if (isOfThisNight && !isKnown) return 'unsent';
  return isUrgent(new Date(appointmentAt), outOfNight(at, timeZone)) ? 'sms' : 'smsMorning';
};

interface Place {
  name: string;
  latitude: number;
  longitude: number;
}

interface AppointmentValues extends StartValues {
  location: Place | null;
  address: string;
}

/** Requires date, time and place, and a time in the future: docs/PRODUCT.md#invitation. */
export const appointmentSchema = (clock: Parameters<typeof startRules>[0]) =>
  object({ ...startRules(clock), location: chosenRule(), address: optionalText(ADDRESS_MAX) });

const wallText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

interface Invited extends Pick<ApplicationDetail, 'id' | 'appointment'> {
  user: { id: number };
  job: { userId: number };
}

/**
 * Returns the request body with wall times; the appointment ends an hour after its start. After a missed appointment it
 * names that one, which allows a second invitation: docs/API.md#appointment-calls.
 */
export const toBody = (values: AppointmentValues, application: Invited): AppointmentBody => {
  const start = Date.parse(`${values.date}T${values.time}:00Z`);
  const { appointment } = application;
  return {
    startAt: wallText(start),
    endAt: wallText(start + APPOINTMENT_MINUTES * MINUTE),
    ...rounded(values.location ?? { latitude: 0, longitude: 0 }),
    address: values.address.trim() || null,
    workerId: application.user.id,
    companyId: application.job.userId,
    applicationId: application.id,
    ...(appointment && isMissed(appointment) && { rebookOf: appointment.id }),
  };
};

/** Returns the body of a new time. It names the start that the user saw, and the place only where it changes. */
export const toTimeBody = (
  { date, time, location, address }: AppointmentValues,
  appointment: Pick<Appointment, 'startAt' | 'location' | 'address'>,
): AppointmentTimeBody => {
  const place = { ...rounded(location ?? appointment.location), address: address.trim() || null };
  const before = { ...rounded(appointment.location), address: appointment.address };
  const isSamePlace = JSON.stringify(place) === JSON.stringify(before);
  return { startAt: `${date} ${time}:00`, from: appointment.startAt, ...(!isSamePlace && { place }) };
};

/** Maps server field names to form fields. */
export const FIELD_NAMES: Record<string, readonly (keyof AppointmentValues)[]> = {
  startAt: ['date', 'time'],
  endAt: ['date', 'time'],
  latitude: ['location'],
  longitude: ['location'],
  place: ['location'],
};

/** Seconds between clock updates. */
const STEP = 60;

/** Says what the worker gets and until when they can answer. */
const NextStep = ({ application, moved }: Pick<AppointmentFormProps, 'application' | 'moved'>) => {
  const t = useText();
  const now = useNowEach(STEP);
  const { reach = 'product', user } = application;
  const { values } = useFormikContext<AppointmentValues>();
  const start = fromWallTime(`${values.date} ${values.time}:00`, readSettings().timeZone);
  const body = moved && toTimeBody(values, moved);
  const isSameTime = body !== undefined && body.startAt === body.from;
  const isPlaceAlone = isSameTime && body.place !== undefined;
  const waitsUntil = moved
    ? changeWaitsUntil(now, { before: moved, startAt: isSameTime && !isPlaceAlone ? null : start }, reach)
    : textWaitsUntil(now, reach);
  if (waitsUntil !== null && start !== null && start <= Date.parse(waitsUntil))
    return <T id="appointment.form.untold" values={{ name: user.firstName, time: formatTime(waitsUntil) }} />;
  if (waitsUntil === null || moved)
    return (
      <>
        <T
          id={isPlaceAlone ? 'appointment.move.nextPlace' : moved ? 'appointment.move.next' : 'appointment.form.next'}
          values={{ name: user.firstName, reach }}
        />{' '}
        {waitsUntil !== null && <T id="conversation.linkLater" values={whenValues(waitsUntil, now)} />}
      </>
    );
  const end = new Date(now + DAY).toISOString();
  const until = t('appointment.until', { date: formatDay(end), time: formatTime(end) });
  return <T id="appointment.form.nextLater" values={{ name: user.firstName, until, ...whenValues(waitsUntil, now) }} />;
};

interface FormEffectsProps {
  form: RefObject<HTMLElement | null>;
  failure: FieldFailures | null;
}

/** Shows the server's errors under the fields and moves the focus to the first invalid field. */
const FormEffects = ({ form, failure }: FormEffectsProps) => {
  useServerErrors(failure);
  useFirstErrorFocus(form);
  return null;
};

/** What the form is about: an invitation, or another time of an appointment. */
interface AppointmentFormProps {
  application: ApplicationDetail;
  /** The place of the job; the company's place is the fallback. */
  jobPlace: WorkPlace | null;
  /** The form replaces the focused control, so it takes the focus. */
  takesFocus: boolean;
  /** The appointment whose time changes. */
  moved?: Appointment;
  /** Runs when the new time is saved or the user keeps the old one. */
  onClose?: () => void;
}

type PlaceValues = Pick<AppointmentValues, 'location' | 'address'>;

const placeOfAppointment = ({ location, address }: Appointment): PlaceValues => ({
  location: { ...location, name: address ?? locationText(location) },
  address: address ?? '',
});

/** Returns the place that the form begins with: that of the appointment, of the job, or of the company. */
const useDefaultPlace = ({ moved, jobPlace }: Pick<AppointmentFormProps, 'moved' | 'jobPlace'>): PlaceValues => {
  const user = useAppSelector(selectUser);
  if (moved) return placeOfAppointment(moved);
  if (jobPlace) {
    const { address, ...location } = jobPlace;
    return { location, address: address ?? location.name };
  }
  const name = user?.location?.name ?? user?.companyName ?? '';
  return { location: user?.location ? { ...user.location, name } : null, address: user?.companyAddress ?? '' };
};

/**
 * Invites to an appointment, or changes its time: suggested times or a typed one, and the branch's place or another:
 * docs/PRODUCT.md#invitation.
 */
export const AppointmentForm = ({ application, jobPlace, takesFocus, moved, onClose }: AppointmentFormProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const form = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) heading.current?.focus();
  }, [takesFocus]);
  const { creation, move } = useFields(selectCurrentAppointment, 'creation', 'move');
  const progress = moved ? move : creation;
  const close = useEffectEvent(() => onClose?.());
  useEffect(() => {
    if (move.status === 'loaded') close();
  }, [move.status]);
  useEffect(() => () => void dispatch(changeLeft({ field: 'move' })), [dispatch]);
  const { timeZone } = readSettings();
  const zone = useZoneCity();
  const schema = useMemo(() => appointmentSchema({ now: serverNow, timeZone }), [timeZone]);
  const draftKey = useDraftKey('appointment', application.id);
  const draft = useSavedDraft<AppointmentValues>(draftKey);
  const place = useDefaultPlace({ moved, jobPlace });
  const [pristine] = useState<AppointmentValues>(() => ({ date: '', time: '', ...place }));
  const [initial] = useState(() => (moved ? pristine : { ...pristine, ...draft }));
  const failure = shownErrorOf(progress);
  const fieldFailure = useMemo(
    () => (failure?.fields ? { fields: toFormFields(failure.fields, FIELD_NAMES) } : null),
    [failure],
  );
  const isOtherPlace = initial.location?.name !== pristine.location?.name || initial.address !== pristine.address;
  const isPlaceRefused = Object.keys(fieldFailure?.fields ?? {}).some(
    (name) => name === 'location' || name === 'address',
  );
  const handleSubmit = (values: AppointmentValues) => {
    if (progress.status === 'loading') return;
    const { id: applicationId } = application;
    if (moved) dispatch(moveSubmitted({ applicationId, id: moved.id, body: toTimeBody(values, moved) }));
    else dispatch(creationSubmitted({ applicationId, body: toBody(values, application) }));
  };
  const handleOtherTime = () => form.current?.querySelector<HTMLElement>('[name="time"]')?.focus();
  const title = moved ? 'appointment.move.title' : 'appointment.form.title';
  const values = { name: application.user.firstName };
  return (
    <Formik initialValues={initial} validationSchema={schema} onSubmit={async (values) => handleSubmit(values)}>
      <Form noValidate aria-label={t(title, values)}>
        <div ref={form} className="stack gap-16">
          <FormEffects form={form} failure={fieldFailure} />
          {!moved && <DraftAutosave draftKey={draftKey} pristine={pristine} />}
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            <T id={title} values={values} />
          </h2>
          {!moved && isMissed(application.appointment) && (
            <p className="hint">
              <T id="appointment.rebook" />
            </p>
          )}
          {failure && !failure.fields && (
            <div className="stack at-start gap-8">
              <FormFailure failure={failure} />
              {failure.key === ERROR_KEYS.appointmentOverlap && (
                <Button small onClick={handleOtherTime}>
                  {t('appointment.form.otherTime')}
                </Button>
              )}
            </div>
          )}
          <SuggestedTimes application={application} />
          <StartFields hint={t('appointment.form.timeHint', { zone })} />
          <PlaceChoice isOpen={pristine.location === null || isOtherPlace || isPlaceRefused} />
          <div className={styles.foot}>
            <p className="hint">
              <NextStep application={application} moved={moved} />
            </p>
            {moved && <Button onClick={onClose}>{t('appointment.move.keep')}</Button>}
            <Button type="submit" look="primary" icon="calendar" busy={progress.status === 'loading'}>
              {t(moved ? 'appointment.move.submit' : 'appointment.form.submit')}
            </Button>
          </div>
        </div>
      </Form>
    </Formik>
  );
};
