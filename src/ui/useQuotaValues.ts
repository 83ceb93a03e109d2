import { useCallback } from 'react';
import { useIntl } from 'react-intl';

/** A quota that is used up: how much it is, and seconds until more is possible. */
export interface ShownQuota {
  limit: number;
  retryAfter: number;
}

const MINUTE = 60;
const HOUR = 3600;

/** A function from seconds to a wait such as "in 3 hours". */
export const useWait = () => {
  const { formatRelativeTime } = useIntl();
  return useCallback(
    (seconds: number): string =>
      seconds <= 1.5 * HOUR
        ? formatRelativeTime(Math.ceil(seconds / MINUTE), 'minute')
        : formatRelativeTime(Math.ceil(seconds / HOUR), 'hour'),
    [formatRelativeTime],
  );
};

/** What the text of a quota says: its number, and the wait. */
export const useQuotaValues = () => {
  const waitOf = useWait();
  return useCallback(
    ({ limit, retryAfter }: ShownQuota): { limit: number; wait: string } => ({ limit, wait: waitOf(retryAfter) }),
    [waitOf],
  );
};
