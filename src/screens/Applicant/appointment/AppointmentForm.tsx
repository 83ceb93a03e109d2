import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { object } from 'yup';
import { Form, Formik } from 'formik';
import { CALLED_OFF_STATUSES, type AppointmentStatus } from '../../../../contract/constants/statuses';
import { ADDRESS_MAX, APPOINTMENT_MINUTES, MAP_ZOOM_APPOINTMENT } from '../../../../contract/constants/limits';
import type { AppointmentBody } from '../../../../contract/schemas/appointments';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import { isMissed, type ApplicationDetail } from '../../../domains/applications';
import { rounded } from '../../../lib/location';
import { chosenRule, optionalText } from '../../../lib/rules';
import { startRules, type StartValues, toFormFields } from '../../../lib/startTime';
import { creationSubmitted, selectCurrentAppointment } from '../../../domains/appointments';
import { selectUser } from '../../../domains/session';
import { shownErrorOf } from '../../../domains/kit/loadable';
import { serverNow } from '../../../lib/serverClock';
import { readSettings } from '../../../lib/settings';
import { useAppDispatch, useAppSelector, useFields } from '../../../store/hooks';
import { Button } from '../../../ui/Button';
import { FormMessage } from '../../../ui/FormMessage';
import { StartFields } from '../../../ui/StartFields';
import { FailureText } from '../../../ui/State';
import { T, useText } from '../../../ui/text';
import { TextField } from '../../../ui/TextField';
import { useFirstErrorFocus } from '../../../ui/useFirstErrorFocus';
import { useServerErrors, type FieldFailures } from '../../../ui/useServerErrors';
import { PlacePicker } from '../../../widgets/PlacePicker/PlacePicker';
import { DraftAutosave, useDraftKey, useSavedDraft } from '../formDraft';
import styles from './AppointmentTab.module.css';

/** Statuses in which the employer can cancel or reset an appointment: docs/API.md#appointment-status. */
const CHANGEABLE_STATUSES: readonly AppointmentStatus[] = ['WAITING', 'ACTIVE'];

export const isChangeable = (status: AppointmentStatus): boolean => CHANGEABLE_STATUSES.includes(status);
export const isOver = (status: AppointmentStatus): boolean => CALLED_OFF_STATUSES.includes(status);

const DAY = 86_400_000;

/**
 * True when less than 24 hours are left, so that a cancellation counts as late. `appointmentAt` is ISO, `now` ms since
 * 1970.
 */
export const isLate = (appointmentAt: string, now: number): boolean => Date.parse(appointmentAt) - now < DAY;

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

const MINUTE = 60_000;

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

/** The fields of the form that the server's names mean. */
export const FIELD_NAMES: Record<string, readonly (keyof AppointmentValues)[]> = {
  startAt: ['date', 'time'],
  endAt: ['date', 'time'],
  latitude: ['location'],
  longitude: ['location'],
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

interface AppointmentFormProps {
  application: ApplicationDetail;
  /** The place of the job; the company's place is the fallback. */
  jobPlace: Place | null;
  /** The form replaces the control that had the focus. */
  takesFocus: boolean;
}

/** Invites to an appointment: date, time in steps of five minutes, place, address: docs/PRODUCT.md#invitation. */
export const AppointmentForm = ({ application, jobPlace, takesFocus }: AppointmentFormProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const form = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) heading.current?.focus();
  }, [takesFocus]);
  const user = useAppSelector(selectUser);
  const { creation } = useFields(selectCurrentAppointment, 'creation');
  const { timeZone } = readSettings();
  const schema = useMemo(() => appointmentSchema({ now: serverNow, timeZone }), [timeZone]);
  const draftKey = useDraftKey('appointment', application.id);
  const draft = useSavedDraft<AppointmentValues>(draftKey);
  const [pristine] = useState<AppointmentValues>(() => {
    const company = user?.location && { ...user.location, name: user.location.name ?? user.companyName ?? '' };
    return { date: '', time: '', location: jobPlace ?? company ?? null, address: '' };
  });
  const [initial] = useState(() => ({ ...pristine, ...draft }));
  const failure = shownErrorOf(creation);
  const fieldFailure = useMemo(
    () => (failure?.fields ? { fields: toFormFields(failure.fields, FIELD_NAMES) } : null),
    [failure],
  );
  const handleSubmit = (values: AppointmentValues) => {
    if (creation.status !== 'loading') dispatch(creationSubmitted({ body: toBody(values, application) }));
  };
  const handleOtherTime = () => form.current?.querySelector<HTMLElement>('[name="time"]')?.focus();
  return (
    <Formik initialValues={initial} validationSchema={schema} onSubmit={async (values) => handleSubmit(values)}>
      <Form noValidate aria-label={t('appointment.form.title', { name: application.user.firstName })}>
        <div ref={form} className="stack gap-16">
          <FormEffects form={form} failure={fieldFailure} />
          <DraftAutosave draftKey={draftKey} pristine={pristine} />
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            <T id="appointment.form.title" values={{ name: application.user.firstName }} />
          </h2>
          {isMissed(application.appointment) && (
            <p className="hint">
              <T id="appointment.rebook" />
            </p>
          )}
          {failure && !failure.fields && (
            <div className="stack at-start gap-8">
              <FormMessage>
                <FailureText failure={failure} />
              </FormMessage>
              {failure.key === ERROR_KEYS.appointmentOverlap && (
                <Button small onClick={handleOtherTime}>
                  {t('appointment.form.otherTime')}
                </Button>
              )}
            </div>
          )}
          <StartFields hint={t('appointment.form.timeHint', { zone: timeZone })} />
          <PlacePicker
            name="location"
            label={t('appointment.form.location')}
            hint={t('appointment.form.locationHint')}
            mapLabel={t('appointment.form.map')}
            centre={user?.country ?? { latitude: 39, longitude: 35 }}
            zoom={MAP_ZOOM_APPOINTMENT}
          />
          <TextField
            name="address"
            autoComplete="off"
            label={t('appointment.form.address')}
            hint={t('appointment.form.addressHint')}
          />
          <div className={styles.foot}>
            <p className="hint">
              <T id="appointment.form.next" values={{ name: application.user.firstName }} />
            </p>
            <Button type="submit" look="primary" icon="calendar" busy={creation.status === 'loading'}>
              {t('appointment.form.submit')}
            </Button>
          </div>
        </div>
      </Form>
    </Formik>
  );
};
