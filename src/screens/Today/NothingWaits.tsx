import { EmptyState } from '../../ui/State';
import { T, useText } from '../../ui/text';
import { atText } from './dueText';
import { useAppointments } from './TodayAgenda';

interface NothingWaitsProps {
  branchId: number | null;
  now: number;
  /** True while a pile of lapsed rows, rows put off or jobs to close remain. */
  waitsElsewhere: boolean;
}

/** What the page says when nothing is due: when the next interview begins. */
export const NothingWaits = ({ branchId, now, waitsElsewhere }: NothingWaitsProps) => {
  const t = useText();
  const rows = useAppointments(branchId);
  const next = rows
    .filter(({ appointmentAt, status }) => Date.parse(appointmentAt) > now && status.name === 'ACTIVE')
    .sort((a, b) => Date.parse(a.appointmentAt) - Date.parse(b.appointmentAt))[0];
  const when = next && atText(t, next.appointmentAt, now);
  const kind = waitsElsewhere ? 'due' : 'waits';
  return (
    <EmptyState
      icon="check"
      title={
        when === undefined ? <T id={`today.empty.${kind}`} /> : <T id={`today.empty.${kind}.next`} values={{ when }} />
      }
      text={<T id="today.empty.text" />}
    />
  );
};
