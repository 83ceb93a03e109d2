import type { RetentionMonths } from '../../../contract/constants/privacy';
import type { PrivacyRequest, Retention } from '../../../contract/schemas/privacy';
import { dayAt } from '../../../contract/zone';
import { DAY } from '../../../contract/constants/time';

/** A request with fewer days left is urgent. */
const URGENT_DAYS = 7;

/** Returns the days from today to the day of `dueAt` in the marketplace's zone; negative ones when it has passed. */
export const daysLeft = (dueAt: string, now: number, timeZone: string): number => {
  const [last = 0, today = 0] = [Date.parse(dueAt), now].map((at) => Date.parse(dayAt(at, timeZone)));
  return (last - today) / DAY;
};

export const isUrgent = (days: number): boolean => days < URGENT_DAYS;

/** Returns how many open requests should have been answered by now. */
export const countOverdue = (requests: readonly PrivacyRequest[], now: number, timeZone: string): number =>
  requests.filter(({ state, dueAt }) => state === 'open' && daysLeft(dueAt, now, timeZone) < 0).length;

/** Returns how many people a choice of months makes anonymous within seven days. */
export const peopleDue = ({ due }: Retention, months: RetentionMonths): number =>
  due.find((one) => one.months === months)?.people ?? 0;
