import { useCallback } from 'react';
import { useIntl } from 'react-intl';

/** A used-up quota: its size, and the seconds until the next request is allowed. */
export interface QuotaLike {
  limit: number;
  retryAfter: number;
}

const MINUTE = 60;
const HOUR = 3600;

/** Returns a function that turns seconds into a wait such as "in 3 hours". */
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

/** Returns a function that gives the values of a quota's text: its size and the wait. */
export const useQuotaValues = () => {
  const waitOf = useWait();
  return useCallback(
    ({ limit, retryAfter }: QuotaLike): { limit: number; wait: string } => ({ limit, wait: waitOf(retryAfter) }),
    [waitOf],
  );
};
