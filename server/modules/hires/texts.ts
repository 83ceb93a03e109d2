import type { Language } from '../../../contract/constants/options';
import { longWhen } from '../../platform/outgoing/workerSms';
import type { ZoneReader } from '../../platform/outgoing/zoneName';
import type { FirstDayPlan } from './rules';
import { readTexts } from '../../platform/readTexts';

type Line = 'set' | 'changed' | 'place' | 'askFor' | 'bring';
const texts = readTexts<Record<Line, Record<Language, string>>>('firstDay.json');

interface TextOptions extends ZoneReader {
  timeZone: string;
  /** Whether the worker was told of an earlier first day. */
  isChange: boolean;
}

/** Returns what the worker reads about the first day: plain text with one line for each thing that is set. */
export const firstDayText = (plan: FirstDayPlan, { language, country, timeZone, isChange }: TextOptions): string => {
  const line = (name: Line, value: string | null) =>
    value === null ? [] : [texts()[name][language].replace('{value}', () => value)];
  return [
    ...line(isChange ? 'changed' : 'set', longWhen(plan.startsAt, { language, country, timeZone })),
    ...line('place', plan.place),
    ...line('askFor', plan.askFor),
    ...line('bring', plan.bring),
  ].join('\n');
};
