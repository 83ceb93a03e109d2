import { useIntl } from 'react-intl';
import { formatDay, formatTime } from '../../lib/dates';
import { useNowEach } from '../../ui/ticker';

/** Labels are looked at anew each ten seconds. Spec 2, point 13. */
const STEP = 10;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface TimeLabelProps {
  /** Milliseconds since 1970. */
  at: number;
  className?: string;
}

/** How long ago within the last hour, the clock of the marketplace before. */
export const TimeLabel = ({ at, className }: TimeLabelProps) => {
  const intl = useIntl();
  const now = useNowEach(STEP);
  const iso = new Date(at).toISOString();
  const age = now - at;
  const isFresh = age < HOUR && age > -MINUTE;
  const minutes = Math.max(0, Math.floor(age / MINUTE));
  const text = isFresh
    ? intl.formatRelativeTime(-minutes, 'minute', { numeric: 'auto', style: 'short' })
    : formatTime(iso);
  return (
    <time dateTime={iso} title={`${formatDay(iso)} ${formatTime(iso)}`} className={className}>
      {text}
    </time>
  );
};
