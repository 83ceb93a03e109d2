import type { RetentionMonths } from '../../../contract/constants/privacy';
import type { PrivacyRequest, Retention } from '../../../contract/schemas/privacy';

const DAY_MS = 86_400_000;
/** A request with fewer days left is urgent. */
const URGENT_DAYS = 7;

/** Returns the whole days left until `dueAt`; negative ones when it has passed. */
export const daysLeft = (dueAt: string, now: number): number => Math.floor((Date.parse(dueAt) - now) / DAY_MS);

export const isUrgent = (days: number): boolean => days < URGENT_DAYS;

/** Returns how many open requests should have been answered by now. */
export const countOverdue = (requests: readonly PrivacyRequest[], now: number): number =>
  requests.filter(({ state, dueAt }) => state === 'open' && daysLeft(dueAt, now) < 0).length;

/** Returns how many people a choice of months makes anonymous within seven days. */
export const peopleDue = ({ due }: Retention, months: RetentionMonths): number =>
  due.find((one) => one.months === months)?.people ?? 0;
