import { type ReactNode, useId } from 'react';
import { undoEndsAt } from '../../../../contract/rules/feedbackRemoval';
import type { Appointment } from '../../../../contract/schemas/appointments';
import { answerBy, type AgendaRow, foldToggled, stageOfRow } from '../../../domains/appointments';
import { formatTime, whenValues } from '../../../lib/dates';
import type { ListOrigin } from '../../../lib/pageKey';
import { paths, type ApplicantTab } from '../../../lib/paths';
import { AppointmentBadge, AttendanceBadge, hasAttendanceBadge } from '../../../ui/AppointmentBadge';
import { Badge } from '../../../ui/Badge';
import { StageBadge } from '../../../ui/StageBadge';
import { T, Name, useText } from '../../../ui/text';
import { personName } from '../../../ui/personName';
import { PersonAvatar } from '../../../ui/Avatar';
import { cx } from '../../../ui/cx';
import { BranchName } from '../BranchName';
import styles from '../Appointments.module.css';
import { useAppDispatch } from '../../../store/hooks';
import { Icon } from '../../../ui/icons';
import { Card } from '../../../ui/LoadState';
import { Link } from '../../../ui/router';

/** A card with rows under a heading. */
export const Section = ({ title, children }: { title: ReactNode; children: ReactNode }) => {
  const id = useId();
  return (
    <section className={styles.day} aria-labelledby={id}>
      <h2 id={id} className={styles.date}>
        {title}
      </h2>
      <Card>{children}</Card>
    </section>
  );
};

interface FoldedProps {
  /** Identifies the fold in the store, which remembers that it is open. */
  foldKey: string;
  isOpen: boolean;
  label: ReactNode;
  children: ReactNode;
}

/** Rows of a section behind a button. */
export const Folded = ({ foldKey, isOpen, label, children }: FoldedProps) => {
  const dispatch = useAppDispatch();
  const id = useId();
  return (
    <div className={styles.folded}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => dispatch(foldToggled({ key: foldKey, isOpen: !isOpen }))}
      >
        <Icon name="down" size={18} />
        <span>{label}</span>
      </button>
      <ul id={id} hidden={!isOpen}>
        {isOpen && children}
      </ul>
    </div>
  );
};

const Mark = ({ view: { row, state } }: { view: AgendaRow }) => {
  const status = row.status.name;
  const stage = stageOfRow(row, state);
  if (stage) return <StageBadge stage={stage} />;
  if (hasAttendanceBadge(state)) return <AttendanceBadge state={state} minutes={row.attendance?.minutes ?? null} />;
  if (state === 'cannot' || state === 'over')
    return (
      <Badge>
        <T id={`agenda.state.${state}`} />
      </Badge>
    );
  // An overdue invitation shows as expired before the server stores that.
  const shown = status === 'WAITING' ? 'EXPIRED' : status;
  return <AppointmentBadge status={row.isWithdrawn ? 'WITHDRAWN' : shown} />;
};

/**
 * Returns whether the worker can still answer after asking for another time. For other rows the stage says until when.
 */
const isAnswerable = ({ row, state }: AgendaRow): boolean => row.status.name === 'WAITING' && state === 'otherTime';

/** Until when an invitation can be answered, or a record undone. */
const Limit = ({ view: { row, undo }, now }: { view: AgendaRow; now: number }) => {
  const iso = (ms: number): string => new Date(ms).toISOString();
  if (undo) {
    const end = iso(undoEndsAt(Date.parse(undo.recordedAt)));
    return <T id="feedback.undo.until" values={{ time: formatTime(end) }} />;
  }
  return <T id="agenda.until" values={whenValues(iso(answerBy(row)), now)} />;
};

interface RowStateProps {
  view: AgendaRow;
  now: number;
  className?: string;
}

/** Says where an appointment stands. */
export const RowState = ({ view, now, className }: RowStateProps) => {
  const hasLimit = view.undo !== null || isAnswerable(view);
  return (
    <>
      <Mark view={view} />
      {hasLimit && (
        <span className={className}>
          <Limit view={view} now={now} />
        </span>
      )}
    </>
  );
};

/** What rows need to know about their agenda: what they name, and where their links lead. */
export interface AgendaPlace {
  /** Null for the appointments of all jobs. */
  jobId: number | null;
  showsBranch: boolean;
  origin: ListOrigin | null;
  /** The application that is open beside the list. */
  selectedId: number | null;
}

const SEARCH = new URLSearchParams({ page: '1', activeTab: 'appointment' }).toString();

/** Returns the address of an applicant's tab that keeps the agenda open beside it. */
export const pathOf = ({ jobId }: AgendaPlace, applicationId: number, tab: ApplicantTab): string =>
  `${paths.jobDetail(jobId ?? 0, applicationId, tab)}?${SEARCH}`;

interface PersonEntryProps {
  place: AgendaPlace;
  applicationId: number;
  user: Pick<Appointment['user'], 'firstName' | 'lastName' | 'imageUrl' | 'isErased'>;
  job: Pick<Appointment['job'], 'title' | 'companyName'>;
  /** What the row is about if it is not an interview. */
  topic?: ReactNode;
  /** The tab that the name leads to. */
  tab: ApplicantTab;
  /** `dateTime` is machine-readable, `text` is `HH:mm`, and `day` is null under the heading of the day. */
  time: { dateTime: string; text: string; day: ReactNode };
  children: ReactNode;
}

/** A row of the agenda: time, person, job and branch, then its children. The person's link covers the whole row. */
export const PersonEntry = ({ place, applicationId, user, job, topic, tab, time, children }: PersonEntryProps) => {
  const { jobId, showsBranch, origin, selectedId } = place;
  const isSelected = applicationId === selectedId;
  const t = useText();
  const name = personName(t, user);
  const facts = [topic, jobId === null && job.title, showsBranch && <BranchName name={job.companyName} />].filter(
    Boolean,
  );
  return (
    <li className={cx(styles.entry, isSelected && 'selected')}>
      <time className={styles.time} dateTime={time.dateTime}>
        <span>{time.text}</span>
        {time.day !== null && <span className="block soft size-12 regular">{time.day}</span>}
      </time>
      <PersonAvatar user={user} size={44} />
      <span className={styles.who}>
        <Link
          className={styles.name}
          to={pathOf(place, applicationId, tab)}
          state={origin}
          replace={selectedId !== null}
          aria-current={isSelected || undefined}
        >
          <Name>{name}</Name>
        </Link>
        {facts.length > 0 && (
          <span className={styles.facts}>
            {facts.map((fact, at) => (
              <span key={at}>{fact}</span>
            ))}
          </span>
        )}
      </span>
      {children}
    </li>
  );
};
