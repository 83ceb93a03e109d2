import { useIntl } from 'react-intl';
import { formatDay, formatTime } from '../../lib/dates';
import { useNowEach } from '../../ui/ticker';

/** Labels update every ten seconds: docs/PRODUCT.md#conversation. */
const STEP = 10;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface TimeLabelProps {
  /** Milliseconds since 1970. */
  at: number;
  className?: string;
}

/** Shows how long ago a time was within the last hour, and before that the time of day in the marketplace's zone. */
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
