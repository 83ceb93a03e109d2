import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { AgendaRow } from '../../../domains/appointments';
import { dayName, dayOf, formatTime } from '../../../lib/dates';
import type { ListOrigin } from '../../../lib/listOrigin';
import { paths, type ApplicantTab } from '../../../lib/paths';
import { Avatar } from '../../../ui/Avatar';
import { cx } from '../../../ui/cx';
import { T } from '../../../ui/text';
import { useDateLocale } from '../../../ui/useDateLocale';
import { useFocusAfterLoss } from '../../../ui/useFocusAfterLoss';
import styles from '../Appointments.module.css';
import { RowActions } from './RowActions';
import { RowState } from './RowState';

/** The agenda itself: what a row has to name, and where its links lead. */
export interface AgendaPlace {
  /** Null for the appointments of all jobs. */
  jobId: number | null;
  showsBranch: boolean;
  origin: ListOrigin | null;
  /** The application that is open beside the list. */
  selectedId: number | null;
}

/** The query of the agenda's links to applicants. */
export const SEARCH = new URLSearchParams({ page: '1', activeTab: 'appointment' }).toString();

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

/** A row: time, person, job, where the appointment stands, and the next step. */
export const AgendaEntry = ({ view, place, now, showsDay }: AgendaEntryProps) => {
  const { row } = view;
  const { jobId, showsBranch, origin, selectedId } = place;
  const state = useRef<HTMLSpanElement>(null);
  // Recording and undoing replace the pressed button.
  useFocusAfterLoss(state, view.undo ? 1 : 0);
  const name = `${row.user.firstName} ${row.user.lastName}`;
  const isSelected = row.applicationId === selectedId;
  const isBeside = selectedId !== null;
  const facts = [jobId === null && row.job.title, showsBranch && row.job.companyName].filter((fact) => fact !== false);
  const pathOf = (tab: ApplicantTab) => `${paths.jobDetail(jobId ?? 0, row.applicationId, tab)}?${SEARCH}`;
  return (
    <li className={cx(styles.entry, isSelected && styles.selected)}>
      <time className={styles.time} dateTime={row.appointmentAt}>
        <span>{formatTime(row.appointmentAt)}</span>
        {showsDay && (
          <span className={styles.on}>
            <Day view={view} now={now} />
          </span>
        )}
      </time>
      <Avatar name={name} src={row.user.imageUrl} size={44} />
      <span className={styles.who}>
        <Link
          className={styles.name}
          to={pathOf('appointment')}
          state={origin}
          replace={isBeside}
          aria-current={isSelected || undefined}
        >
          {name}
        </Link>
        {facts.length > 0 && (
          <span className={styles.facts}>
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </span>
        )}
      </span>
      <span ref={state} tabIndex={-1} className={styles.state}>
        <RowState view={view} now={now} className={styles.limit} />
      </span>
      {(view.step !== null || view.undo !== null) && (
        <span className={styles.actions}>
          <RowActions view={view} pathOf={pathOf} origin={origin} isBeside={isBeside} />
        </span>
      )}
    </li>
  );
};
