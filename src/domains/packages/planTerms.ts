import type { SubscriptionPlan } from '../../../contract/schemas/product';

const twoDigits = (part: number) => String(part).padStart(2, '0');
const MONTHS = { monthly: 1, annual: 12 } as const;

/**
 * Returns the day (`YYYY-MM-DD`) of the first renewal of a plan paid on `today`. A month without that day uses its
 * last day, as on the server (server/modules/product/repository.ts).
 */
export const renewalDay = (
  today: string,
  { period, interval }: Pick<SubscriptionPlan, 'period' | 'interval'>,
): string => {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  if (period === 'weekly') return new Date(Date.UTC(year, month - 1, day + 7 * interval)).toISOString().slice(0, 10);
  const months = year * 12 + (month - 1) + interval * MONTHS[period];
  const [renewalYear, renewalMonth] = [Math.floor(months / 12), months % 12];
  const lastDay = new Date(Date.UTC(renewalYear, renewalMonth + 1, 0)).getUTCDate();
  return `${renewalYear}-${twoDigits(renewalMonth + 1)}-${twoDigits(Math.min(day, lastDay))}`;
};
