import { useEffect, useRef, useState, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { MAP_ZOOM_APPOINTMENT } from '../../../../contract/constants/limits';
import type { Appointment } from '../../../../contract/schemas/appointments';
import { dayAt, nextDay, previousDay } from '../../../../contract/zone';
import {
  answerBy,
  calendarRequested,
  changeLeft,
  changeTextId,
  selectCurrentAppointment,
  stateOf,
  cancelSubmitted,
  waitingTextOf,
  isChangeable,
} from '../../../domains/appointments';
import { hasWithdrawn, isMissed, type ApplicationDetail } from '../../../domains/applications';
import { shownErrorOf } from '../../../domains/kit/loadable';
import { formatDay, formatTime, wallTimeText, whenValues } from '../../../lib/dates';
import type { MessageId } from '../../../lib/intl';
import { weekday } from '../../../lib/startTime';
import { MOVE_HASH } from '../../../lib/paths';
import { readSettings } from '../../../lib/settings';
import { useAppDispatch, useFields } from '../../../store/hooks';
import { AppointmentBadge, AttendanceBadge, hasAttendanceBadge } from '../../../ui/AppointmentBadge';
import { Button } from '../../../ui/Button';
import { StaticMap } from '../../../ui/map/StaticMap';
import { Name, T, useText, useHasText, useDateLocale } from '../../../ui/text';
import { focusAfterLoss } from '../../../ui/focusAfterLoss';
import { useNowEach } from '../../../ui/ticker';
import { serverNow } from '../../../lib/serverClock';
import { RemovalDialog } from '../../../ui/RemovalDialog';
import { AppointmentForm, cancelNotice, isOver, isLate } from './AppointmentForm';
import styles from './AppointmentTab.module.css';

type LogEntry = NonNullable<Appointment['statusLog']>[number];

/** An appointment waits for an answer first when it is made, and again after each change of its time. */
const logTextOf = (status: LogEntry['status'], isFirst: boolean, hasMissed: boolean): MessageId => {
  if (hasMissed && status === 'APPOINTMENT_NEGATIVE') return 'stage.missed';
  if (status !== 'WAITING') return changeTextId(status);
  return isFirst ? 'stage.invited' : 'appointment.log.moved';
};

const StatusLog = ({ log, hasMissed }: { log: readonly LogEntry[]; hasMissed: boolean }) =>
  log.length === 0 ? null : (
    <details className={styles.log} open>
      <summary>
        <T id="appointment.log.title" />
      </summary>
      <ol>
        {log.map(({ status, at, by }, index) => (
          <li key={`${status}-${at}`} className={styles.entry}>
            <time className={styles.at} dateTime={at}>
              <T id="appointment.log.at" values={{ date: formatDay(at), time: formatTime(at) }} />
            </time>
            <T id={logTextOf(status, index === 0, hasMissed)} values={{ time: 'none' }} />
            {/* This status names the applicant. */}
            {status !== 'APPLICANT_CANCELLED' && <T className="hint" id={`appointment.log.by.${by}`} />}
          </li>
        ))}
      </ol>
    </details>
  );

type Reminder = NonNullable<Appointment['reminders']>[number];

/** Seconds between clock updates. */
const REMINDER_STEP = 60;

const dayWord = (iso: string, now: number): 'today' | 'tomorrow' | 'yesterday' | 'other' => {
  const { timeZone } = readSettings();
  const today = dayAt(now, timeZone);
  const day = dayAt(Date.parse(iso), timeZone);
  if (day === today) return 'today';
  if (day === nextDay(today)) return 'tomorrow';
  return day === previousDay(today) ? 'yesterday' : 'other';
};

/** Returns a function that says when a reminder was or will be sent, or why it was not; null for later ones. */
const useReminderText = (now: number, nextDueAt: string | undefined, name: string) => {
  const t = useText();
  const hasText = useHasText();
  const whenOf = (iso: string) =>
    t('appointment.reminder.when', { day: dayWord(iso, now), date: formatDay(iso), time: formatTime(iso) });
  return ({ dueAt, sentAt, skipped }: Reminder): string | null => {
    if (sentAt !== null) return t('appointment.reminder.sent', { when: whenOf(sentAt) });
    if (skipped === null) return dueAt === nextDueAt ? t('appointment.reminder.next', { when: whenOf(dueAt) }) : null;
    const when = whenOf(dueAt);
    const reason = `appointment.reminder.skipped.${skipped}`;
    const notSent = t('appointment.reminder.notSent', { when });
    return hasText(reason) ? `${notSent} ${t(reason, { name })}` : notSent;
  };
};

/** What happened to the appointment's reminders, and when the next one is sent: docs/PRODUCT.md#shown-reminders. */
const Reminders = ({ appointment }: { appointment: Appointment }) => {
  const now = useNowEach(REMINDER_STEP);
  const { reminders = [], status, user } = appointment;
  // An invitation and an accepted appointment have reminders of their own.
  const isOwn = ({ kind }: Reminder) =>
    isChangeable(status.name) && (kind === 'invitation') === (status.name === 'WAITING');
  const next = reminders.find((one) => isOwn(one) && one.sentAt === null && one.skipped === null);
  const textOf = useReminderText(now, next?.dueAt, user.firstName);
  const lines = reminders.map((reminder) => ({ key: `${reminder.kind}-${reminder.dueAt}`, text: textOf(reminder) }));
  const shown = lines.filter(({ text }) => text !== null);
  if (shown.length === 0) return null;
  return (
    <ul className="hint">
      {shown.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  );
};

/** Says when the text message about the appointment leaves, while it waits for the morning. */
const WaitingText = ({ appointment }: Pick<AppointmentCardProps, 'appointment'>) => {
  const now = useNowEach(REMINDER_STEP);
  const waiting = waitingTextOf(appointment, now);
  if (!waiting) return null;
  const values = { name: appointment.user.firstName, ...whenValues(waiting.leavesAt, now) };
  return <T as="p" className="hint" id={waiting.id} values={values} />;
};

interface CancelDialogProps {
  application: ApplicationDetail;
  appointment: Appointment;
  onClose: (isDone: boolean) => void;
}

/**
 * Asks for confirmation before an appointment is cancelled; says who is notified and when, and whether it counts as
 * late.
 */
const CancelDialog = ({ application, appointment, onClose }: CancelDialogProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const { change: state } = useFields(selectCurrentAppointment, 'change');
  const { id, applicationId, appointmentAt } = appointment;
  const { user, reach = 'product' } = application;
  const [openedAt] = useState(serverNow);
  const close = useEffectEvent(onClose);
  const isDone = state.status === 'loaded';
  useEffect(() => {
    if (isDone) close(true);
  }, [isDone]);
  useEffect(() => () => void dispatch(changeLeft({ field: 'change' })), [dispatch]);
  const values = {
    name: user.firstName,
    date: formatDay(appointmentAt),
    time: formatTime(appointmentAt),
    notice: cancelNotice(appointment, reach, openedAt),
    isLate: isLate(appointmentAt, openedAt),
  };
  return (
    <RemovalDialog
      title={t('appointment.cancel.title', values)}
      text={t('appointment.cancel.text', values)}
      action={t('appointment.cancel.action')}
      cancel={t('appointment.keep')}
      isBusy={state.status === 'loading'}
      failure={shownErrorOf(state)}
      onConfirm={() => dispatch(cancelSubmitted({ applicationId, id }))}
      onCancel={() => onClose(false)}
    />
  );
};

interface AppointmentCardProps {
  application: ApplicationDetail;
  appointment: Appointment;
}

/** Seconds between clock updates. */
const ATTENDANCE_STEP = 10;

/** What the worker said about coming, or that they are silent shortly before the start. */
const Attendance = ({ appointment }: { appointment: Appointment }) => {
  const state = stateOf(appointment, useNowEach(ATTENDANCE_STEP));
  if (!hasAttendanceBadge(state)) return null;
  return <AttendanceBadge state={state} minutes={appointment.attendance?.minutes ?? null} />;
};

/** Whether the form for another time is open. The agenda opens it by the address. */
const useMoveRequest = () => {
  const { hash, key } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const [openedKey, setOpenedKey] = useState<string | null>(null);
  if (hash === MOVE_HASH && key !== openedKey) {
    setOpenedKey(key);
    setIsOpen(true);
  }
  return [isOpen, setIsOpen] as const;
};

/** The appointment: its status, time, place and history, with the actions that are possible. */
export const AppointmentCard = ({ application, appointment }: AppointmentCardProps) => {
  const t = useText();
  const dateLocale = useDateLocale();
  const dispatch = useAppDispatch();
  const { calendar, creation } = useFields(selectCurrentAppointment, 'calendar', 'creation');
  const [isCancelling, setIsCancelling] = useState(false);
  const [isMoving, setIsMoving] = useMoveRequest();
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, appointmentAt, startAt, endAt, address, location } = appointment;
  const status = appointment.status.name;
  // For a missed appointment the status alone would say that the interview went badly.
  const hasMissed = isMissed(appointment);
  // A withdrawal rejects an open invitation. The tab says below that they withdrew.
  const isWithdrawn = appointment.isWithdrawn === true;
  const log = (appointment.statusLog ?? []).filter((entry) => !isWithdrawn || entry.status !== 'REJECTED');
  const isPast = isOver(status) || hasMissed;
  const showsForm = isMoving && isChangeable(status);
  const end = new Date(answerBy(appointment)).toISOString();
  const until = t('appointment.until', { date: formatDay(end), time: formatTime(end) });
  // The change, or the form, may have removed the pressed button.
  const focusHeading = () => void setTimeout(() => heading.current?.focus());
  // The appointment replaces the form that made it.
  const isMade = creation.status === 'loaded';
  useEffect(() => {
    if (!isMade) return undefined;
    return focusAfterLoss(heading);
  }, [isMade, id]);
  const handleCancelEnd = (isDone: boolean) => {
    setIsCancelling(false);
    if (isDone) focusHeading();
  };
  const handleMoveEnd = () => {
    setIsMoving(false);
    focusHeading();
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
          <AppointmentBadge status={isWithdrawn ? 'WITHDRAWN' : status} hasMissed={hasMissed} />
          <Attendance appointment={appointment} />
        </span>
      </div>
      {!isWithdrawn && (
        <p className="hint">
          <T
            id={hasMissed ? 'appointment.missed' : `appointment.status.${status}`}
            values={{
              name: application.user.firstName,
              reach: application.reach ?? 'product',
              until,
              isOpen: application.decision === null && !hasWithdrawn(application),
            }}
          />
        </p>
      )}
      <WaitingText appointment={appointment} />
      {appointment.rebookOf !== null && !isPast && (
        <p className="hint">
          <T id="appointment.rebook" />
        </p>
      )}
      {appointment.movedFrom && status === 'WAITING' && (
        <p className="hint">
          <T id="appointment.movedFrom" values={{ when: wallTimeText(appointment.movedFrom) ?? '' }} />
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
          point={location}
          zoom={MAP_ZOOM_APPOINTMENT}
          label={address ? t('appointment.map', { place: address }) : t('appointment.mapHere')}
        />
      )}
      <StatusLog log={log} hasMissed={hasMissed} />
      {!isPast && !showsForm && (
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
              <Button onClick={() => setIsMoving(true)}>{t('appointment.move.open')}</Button>
              <Button onClick={() => setIsCancelling(true)}>{t('appointment.cancel.open')}</Button>
            </>
          )}
        </div>
      )}
      {showsForm && (
        <AppointmentForm
          application={application}
          jobPlace={null}
          takesFocus
          moved={appointment}
          onClose={handleMoveEnd}
        />
      )}
      {isCancelling && (
        <CancelDialog key={startAt} application={application} appointment={appointment} onClose={handleCancelEnd} />
      )}
    </section>
  );
};
