import type { EducationStatus } from '../../contract/constants/options';
import { FORMER_EMPLOYERS } from './data/names';
import { type Random, DAY, isoDay } from './insert';
import type { SeededPosition } from './world';

/** Days of a year. */
export const YEAR = 365.25;
const MONTH_DAYS = YEAR / 12;

/** Formats a duration as Turkish speakers write it in a profile. */
const durationText = (months: number): string => {
  const years = Math.floor(months / 12);
  const rest = months % 12;
  return [years > 0 ? `${years} yıl` : '', rest > 0 || years === 0 ? `${rest} ay` : ''].filter(Boolean).join(' ');
};

export const educationOf = (random: Random, age: number): EducationStatus => {
  if (age < 19)
    return random.weighted([
      ['high_school', 7],
      ['middle', 3],
    ]);
  if (age < 40)
    return random.weighted([
      ['university', 38],
      ['high_school', 45],
      ['middle', 13],
      ['elementary', 4],
    ]);
  return random.weighted([
    ['university', 14],
    ['high_school', 38],
    ['middle', 24],
    ['elementary', 24],
  ]);
};

export const militaryOf = (random: Random, age: number): number =>
  age < 21
    ? random.weighted([
        [1, 8],
        [2, 2],
      ])
    : age < 30
      ? random.weighted([
          [3, 62],
          [2, 22],
          [1, 16],
        ])
      : 3;

/** Returns eleven digits with wrong check digits, so that they belong to nobody. */
export const identityNumber = (random: Random): string => {
  const digits = [random.int(1, 9), ...Array.from({ length: 8 }, () => random.int(0, 9))];
  const odd = (digits[0] ?? 0) + (digits[2] ?? 0) + (digits[4] ?? 0) + (digits[6] ?? 0) + (digits[8] ?? 0);
  const even = (digits[1] ?? 0) + (digits[3] ?? 0) + (digits[5] ?? 0) + (digits[7] ?? 0);
  const tenth = (((odd * 7 - even) % 10) + 11) % 10;
  return [...digits, tenth, random.int(0, 9)].join('');
};

/** Returns past jobs, newest first, that ended before now; none began before the age of sixteen. */
export const experiencesOf = (random: Random, now: number, age: number, trade: readonly SeededPosition[]) => {
  const most = Math.max(0, (age - 16) * 12 - 6);
  const count = most < 3 || random.chance(age < 22 ? 0.35 : 0.12) ? 0 : random.int(1, age < 24 ? 2 : 4);
  let left = Math.round(most * 0.8);
  let end = now - random.int(0, Math.min(240, most * 10)) * DAY;
  const list = [];
  for (let index = 0; index < count && left >= 2; index += 1) {
    const months = Math.min(left, Math.max(1, Math.round(random.next() ** 2 * 58) + random.int(1, 7)));
    const position = random.pick(trade);
    const start = end - months * MONTH_DAYS * DAY;
    list.push({
      id: index + 1,
      companyName: random.pick(FORMER_EMPLOYERS),
      position: position.name,
      positionId: position.id,
      duration: { key: months, value: durationText(months) },
      startDate: isoDay(start),
      endDate: isoDay(end),
    });
    const gap = random.int(0, 3);
    left -= months + gap;
    end = start - gap * MONTH_DAYS * DAY;
  }
  return list;
};

/**
 * Returns the key of a portrait. Its first hex digit means short hair under 8 and long hair from 8; the second digit f
 * means grey hair. See `avatarSvg`.
 */
export const imageKey = (random: Random, gender: string, age: number): string => {
  const hair = gender === 'male' ? random.int(0, 7) : random.int(8, 15);
  const colour = age > 48 && random.chance(0.6) ? 15 : random.int(0, 14);
  return `avatar-${hair.toString(16)}${colour.toString(16)}${random.hex(30)}`;
};
