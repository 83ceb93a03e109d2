import { useEffect, useMemo, useRef, useState } from 'react';
import { useField, useFormikContext } from 'formik';
import { MAP_ZOOM_APPOINTMENT } from '../../../../contract/constants/limits';
import { suggestedTimes } from '../../../../contract/rules/suggestedTimes';
import { fromWallTime } from '../../../../contract/zone';
import { selectCurrentAppointment, takenRequested, tellableFrom } from '../../../domains/appointments';
import type { ApplicationDetail } from '../../../domains/applications';
import { dataOr } from '../../../domains/kit/loadable';
import { holidaysRequested, selectHolidays } from '../../../domains/reference';
import { selectUser } from '../../../domains/session';
import { dayName, dayOf } from '../../../lib/dates';
import { readSettings } from '../../../lib/settings';
import { serverNow } from '../../../lib/serverClock';
import type { StartValues } from '../../../lib/startTime';
import { useAppDispatch, useAppSelector, useFields } from '../../../store/hooks';
import { Button } from '../../../ui/Button';
import { Name, T, useDateLocale, useText } from '../../../ui/text';
import { TextField } from '../../../ui/TextField';
import { PlacePicker } from '../../../widgets/PlacePicker/PlacePicker';
import styles from './AppointmentTab.module.css';

const NONE: never[] = [];

const isDone = ({ status }: { status: string }): boolean => status === 'loaded' || status === 'failed';

/** Times that suit branch and applicant, each a button that fills date and time: docs/PRODUCT.md#invitation. */
export const SuggestedTimes = ({ application }: { application: ApplicationDetail }) => {
  const t = useText();
  const locale = useDateLocale();
  const dispatch = useAppDispatch();
  const { values, setValues } = useFormikContext<StartValues>();
  const { taken } = useFields(selectCurrentAppointment, 'taken');
  const holidays = useAppSelector(selectHolidays);
  const { id, job, source, appointment, reach } = application;
  // The list of the branch's interviews may be older than this one.
  const present = appointment?.startAt;
  useEffect(() => {
    dispatch(holidaysRequested());
    dispatch(takenRequested({ applicationId: id, companyId: job.userId }));
  }, [dispatch, id, job.userId]);
  const { timeZone } = readSettings();
  // Buttons that change under the finger would be worse than a short wait.
  const isReady = isDone(taken) && isDone(holidays);
  const times = useMemo(
    () =>
      isReady
        ? suggestedTimes({
            now: tellableFrom(serverNow(), reach),
            timeZone,
            holidays: dataOr(holidays, NONE),
            taken: [...dataOr(taken, NONE), ...(present ? [present] : [])].flatMap(
              (start) => fromWallTime(start, timeZone) ?? [],
            ),
            days: source?.days ?? NONE,
            parts: source?.parts ?? NONE,
          })
        : NONE,
    [isReady, timeZone, holidays, taken, present, source, reach],
  );
  const labelOf = (wall: string): string => {
    const iso = new Date(fromWallTime(`${wall}:00`, timeZone) ?? 0).toISOString();
    const values = { day: dayOf(wall, serverNow()), date: dayName(iso, locale, 'short'), time: wall.slice(11) };
    return t('appointment.form.suggestion', values);
  };
  return (
    <div role="group" aria-label={t('appointment.form.suggestions')} aria-busy={!isReady} className={styles.times}>
      {times.map((wall) => {
        const [date = '', time = ''] = wall.split(' ');
        return (
          <Button
            key={wall}
            className={styles.suggestion}
            aria-pressed={values.date === date && values.time === time}
            onClick={({ currentTarget }) => {
              void setValues({ ...values, date, time });
              // The second of the two taps that an invitation takes lies below a phone's screen.
              currentTarget.form?.querySelector('[type="submit"]')?.scrollIntoView({ block: 'nearest' });
            }}
          >
            {labelOf(wall)}
          </Button>
        );
      })}
    </div>
  );
};

interface PlaceChoiceProps {
  /** Shows the fields from the start: the place is unknown or was changed, or the server refused it. */
  isOpen: boolean;
}

/** The place of the interview. Search, map and address only unfold for another place. */
export const PlaceChoice = ({ isOpen }: PlaceChoiceProps) => {
  const t = useText();
  const user = useAppSelector(selectUser);
  const [{ value: place }] = useField<{ name: string } | null>('location');
  const [{ value: address }, , { setValue: setAddress }] = useField<string>('address');
  const [isUnfolded, setIsUnfolded] = useState(isOpen);
  const [wasPressed, setWasPressed] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wasPressed) fields.current?.querySelector('input')?.focus();
  }, [wasPressed]);
  const handleOther = () => {
    // The address belongs to the previous place.
    void setAddress('');
    setIsUnfolded(true);
    setWasPressed(true);
  };
  if (!isUnfolded && !isOpen)
    return (
      <div className="row wrap between gap-8-16">
        <p>
          <T id="appointment.form.at" values={{ place: <Name>{address || place?.name}</Name> }} />
        </p>
        <Button small onClick={handleOther}>
          {t('appointment.form.otherPlace')}
        </Button>
      </div>
    );
  return (
    <div ref={fields} className="stack gap-16">
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
    </div>
  );
};
