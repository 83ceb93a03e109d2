import { undoEndsAt } from '../../../../contract/constants/feedbackRemoval';
import { answerBy, type AgendaRow } from '../../../domains/appointments';
import { dayOf, formatDay, formatTime, wallTimeOf } from '../../../lib/dates';
import { AppointmentBadge } from '../../../ui/AppointmentBadge';
import { AttendanceBadge, isShownAttendance } from '../../../ui/AttendanceBadge';
import { Badge } from '../../../ui/Badge';
import { T } from '../../../ui/text';

const Mark = ({ view: { row, state } }: { view: AgendaRow }) => {
  const status = row.status.name;
  if (isShownAttendance(state)) return <AttendanceBadge state={state} minutes={row.attendance?.minutes ?? null} />;
  if (state === 'waiting' || state === 'outcome') return <AppointmentBadge status={status} />;
  // An invitation whose time has run out expires before the server stores it.
  if (state === 'failed') return <AppointmentBadge status={status === 'WAITING' ? 'EXPIRED' : status} />;
  return (
    <Badge tone={state === 'came' ? 'success' : 'neutral'}>
      <T id={`agenda.state.${state}`} />
    </Badge>
  );
};

/** Returns whether the worker can still answer, also after asking for another time. */
const isAnswerable = ({ row, state }: AgendaRow): boolean => row.status.name === 'WAITING' && state !== 'failed';

/** Until when an invitation can be answered, or a record undone. */
const Limit = ({ view: { row, undo }, now }: { view: AgendaRow; now: number }) => {
  const iso = (ms: number): string => new Date(ms).toISOString();
  if (undo) {
    const end = iso(undoEndsAt(Date.parse(undo.recordedAt)));
    return <T id="feedback.undo.until" values={{ time: formatTime(end) }} />;
  }
  const end = iso(answerBy(row));
  const day = dayOf(wallTimeOf(end), now);
  return <T id="agenda.until" values={{ day, time: formatTime(end), date: formatDay(end) }} />;
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
