import { useEffect, useRef, useState } from 'react';
import { MAP_ZOOM_APPOINTMENT } from '../../../../contract/constants/limits';
import type { Appointment } from '../../../../contract/schemas/appointments';
import {
  answerBy,
  calendarRequested,
  changeOpened,
  selectCurrentAppointment,
  stateOf,
  type AppointmentChange,
} from '../../../domains/appointments';
import { isMissed, type ApplicationDetail } from '../../../domains/applications';
import { dataOr } from '../../../domains/kit/loadable';
import { nearbyRequested, selectNearby } from '../../../domains/reference';
import { formatDay, formatTime } from '../../../lib/dates';
import { weekday } from '../../../lib/weekday';
import { readSettings } from '../../../lib/settings';
import { useAppDispatch, useAppSelector, useFields } from '../../../store/hooks';
import { AppointmentBadge } from '../../../ui/AppointmentBadge';
import { AttendanceBadge, hasAttendanceBadge } from '../../../ui/AttendanceBadge';
import { Button } from '../../../ui/Button';
import { StaticMap } from '../../../ui/map/StaticMap';
import { Name, T, useText } from '../../../ui/text';
import { useNowEach } from '../../../ui/ticker';
import { useDateLocale } from '../../../ui/useDateLocale';
import { ChangeDialog } from './ChangeDialog';
import { Reminders } from './Reminders';
import { isChangeable, isOver } from './AppointmentForm';
import { StatusLog } from './StatusLog';
import styles from './AppointmentTab.module.css';

interface AppointmentCardProps {
  application: ApplicationDetail;
  appointment: Appointment;
}

/** Seconds between two looks at the clock. */
const STEP = 10;

/** What the worker said about coming, or that they are silent shortly before the start. */
const Attendance = ({ appointment }: { appointment: Appointment }) => {
  const state = stateOf(appointment, useNowEach(STEP));
  // The status says already that the worker accepted.
  if (!hasAttendanceBadge(state) || state === 'accepted') return null;
  return <AttendanceBadge state={state} minutes={appointment.attendance?.minutes ?? null} />;
};

/** The appointment: its status, time, place and history, with the actions that are possible. */
export const AppointmentCard = ({ application, appointment }: AppointmentCardProps) => {
  const t = useText();
  const dateLocale = useDateLocale();
  const dispatch = useAppDispatch();
  const nearby = useAppSelector(selectNearby);
  const { calendar } = useFields(selectCurrentAppointment, 'calendar');
  const [requestedChange, setRequestedChange] = useState<AppointmentChange | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, appointmentAt, startAt, endAt, address, location } = appointment;
  const { latitude, longitude } = location;
  const status = appointment.status.name;
  // The status alone says that the interview went badly.
  const hasMissed = isMissed(appointment);
  const isPast = isOver(status) || hasMissed;
  useEffect(() => {
    dispatch(nearbyRequested({ latitude, longitude, zoom: MAP_ZOOM_APPOINTMENT }));
  }, [dispatch, latitude, longitude]);
  const end = new Date(answerBy(appointment)).toISOString();
  const until = t('appointment.until', { date: formatDay(end), time: formatTime(end) });
  const openChange = (change: AppointmentChange) => {
    dispatch(changeOpened());
    setRequestedChange(change);
  };
  const handleClose = (isDone: boolean) => {
    setRequestedChange(null);
    // The change may have removed the pressed button.
    if (isDone) setTimeout(() => heading.current?.focus());
  };
  return (
    <section className="stack gap-16">
      <div className="row wrap between gap-8-16">
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          <time dateTime={appointmentAt}>
            <T
              id="appointment.when"
              values={{
                date: formatDay(appointmentAt),
                weekday: weekday(appointmentAt, dateLocale),
                from: formatTime(appointmentAt),
                to: endAt.slice(11, 16),
              }}
            />
          </time>
        </h2>
        <span className="flex wrap gap-8">
          <AppointmentBadge status={status} hasMissed={hasMissed} />
          <Attendance appointment={appointment} />
        </span>
      </div>
      <p className="hint">
        <T
          id={hasMissed ? 'appointment.missed' : `appointment.status.${status}`}
          values={{ name: application.user.firstName, reach: application.reach ?? 'product', until }}
        />
      </p>
      {appointment.rebookOf !== null && !isPast && (
        <p className="hint">
          <T id="appointment.rebook" />
        </p>
      )}
      {address && (
        <p>
          <Name>{address}</Name>
        </p>
      )}
      <Reminders appointment={appointment} />
      {!isPast && (
        <StaticMap
          point={{ latitude, longitude }}
          zoom={MAP_ZOOM_APPOINTMENT}
          places={dataOr(nearby, [])}
          googleKey={readSettings().googleMapsKey}
          label={t('appointment.map', { place: address ?? `${latitude.toFixed(4)}, ${longitude.toFixed(4)}` })}
        />
      )}
      <StatusLog log={appointment.statusLog ?? []} />
      {!isPast && (
        <div className={styles.actions}>
          <Button
            icon="calendar"
            busy={calendar.status === 'loading'}
            onClick={() => dispatch(calendarRequested({ applicationId: application.id, id }))}
          >
            {t('appointment.calendar')}
          </Button>
          {isChangeable(status) && (
            <>
              <Button onClick={() => openChange('none')}>{t('appointment.reset.open')}</Button>
              <Button onClick={() => openChange('cancelled')}>{t('appointment.cancel.open')}</Button>
            </>
          )}
        </div>
      )}
      {requestedChange && (
        <ChangeDialog
          key={`${startAt}-${requestedChange}`}
          change={requestedChange}
          name={application.user.firstName}
          appointment={appointment}
          onClose={handleClose}
        />
      )}
    </section>
  );
};
