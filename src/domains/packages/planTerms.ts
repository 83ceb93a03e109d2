import type { SubscriptionPlan } from '../../../contract/schemas/product';

const two = (part: number) => String(part).padStart(2, '0');
const MONTHS = { monthly: 1, annual: 12 } as const;

/**
 * Returns the day (`YYYY-MM-DD`) of the first renewal of a plan paid on `today`. A month without that day uses its
 * last day, as on the server (server/modules/product/renewalRepository.ts).
 */
export const renewalDay = (
  today: string,
  { period, interval }: Pick<SubscriptionPlan, 'period' | 'interval'>,
): string => {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  if (period === 'weekly') return new Date(Date.UTC(year, month - 1, day + 7 * interval)).toISOString().slice(0, 10);
  const months = year * 12 + (month - 1) + interval * MONTHS[period];
  const [inYear, inMonth] = [Math.floor(months / 12), months % 12];
  const lastDay = new Date(Date.UTC(inYear, inMonth + 1, 0)).getUTCDate();
  return `${inYear}-${two(inMonth + 1)}-${two(Math.min(day, lastDay))}`;
};
