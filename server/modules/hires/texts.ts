import { readFileSync } from 'node:fs';
import type { Language } from '../../../contract/constants/options';
import { longWhen } from '../../platform/outgoing/workerSms';
import type { ZoneReader } from '../../platform/outgoing/zoneName';
import { fromRoot } from '../../platform/root';
import type { FirstDayPlan } from './rules';

type Line = 'set' | 'changed' | 'place' | 'askFor' | 'bring';
type Texts = Record<Line, Record<Language, string>>;

let read: Texts | undefined;
const texts = (): Texts => (read ??= JSON.parse(readFileSync(fromRoot('server/texts/firstDay.json'), 'utf8')) as Texts);

interface TextOptions extends ZoneReader {
  timeZone: string;
  /** Whether the worker heard of another first day before. */
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
