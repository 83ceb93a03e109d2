import { useRef } from 'react';
import type { AgendaRow } from '../../../domains/appointments';
import { dayName, dayOf, formatTime } from '../../../lib/dates';
import { T } from '../../../ui/text';
import { useDateLocale } from '../../../ui/useDateLocale';
import { useFocusAfterLoss } from '../../../ui/useFocusAfterLoss';
import styles from '../Appointments.module.css';
import { PersonEntry, type AgendaPlace } from './PersonEntry';
import { RowActions } from './RowActions';
import { RowState } from './RowState';

interface AgendaEntryProps {
  view: AgendaRow;
  place: AgendaPlace;
  now: number;
  /** The row stands under no day. */
  showsDay: boolean;
}

const Day = ({ view: { row }, now }: Pick<AgendaEntryProps, 'view' | 'now'>) => {
  const locale = useDateLocale();
  const day = dayOf(row.startAt, now);
  return day === 'other' ? dayName(row.appointmentAt, locale, 'short') : <T id={`agenda.${day}`} />;
};

/** An appointment: time, person, job, where it stands, and the next step. */
export const AgendaEntry = ({ view, place, now, showsDay }: AgendaEntryProps) => {
  const { row } = view;
  const state = useRef<HTMLSpanElement>(null);
  // Recording and undoing replace the pressed button.
  useFocusAfterLoss(state, view.undo ? 1 : 0);
  const time = {
    dateTime: row.appointmentAt,
    text: formatTime(row.appointmentAt),
    day: showsDay ? <Day view={view} now={now} /> : null,
  };
  return (
    <PersonEntry
      place={place}
      applicationId={row.applicationId}
      user={row.user}
      job={row.job}
      tab="appointment"
      time={time}
    >
      <span ref={state} tabIndex={-1} className={styles.state}>
        <RowState view={view} now={now} className={styles.limit} />
      </span>
      {(view.step !== null || view.undo !== null) && (
        <span className={styles.actions}>
          <RowActions view={view} place={place} />
        </span>
      )}
    </PersonEntry>
  );
};
