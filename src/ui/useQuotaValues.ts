import { useCallback } from 'react';
import { useIntl } from 'react-intl';

/** A quota that is used up: how much it is, and seconds until more is possible. */
export interface ShownQuota {
  limit: number;
  retryAfter: number;
}

const MINUTE = 60;
const HOUR = 3600;

/** What the text of a quota says: its number, and the wait as "in 3 hours". */
export const useQuotaValues = () => {
  const { formatRelativeTime } = useIntl();
  return useCallback(
    ({ limit, retryAfter }: ShownQuota): { limit: number; wait: string } => {
      const isSoon = retryAfter <= 1.5 * HOUR;
      const wait = isSoon
        ? formatRelativeTime(Math.ceil(retryAfter / MINUTE), 'minute')
        : formatRelativeTime(Math.ceil(retryAfter / HOUR), 'hour');
      return { limit, wait };
    },
    [formatRelativeTime],
  );
};
