import { createRandom, hashText, type Random, isoDay } from '../seeds/insert';
import { distanceKm, type Point } from '../platform/geo';
import { FEMALE_NAMES, FORMER_EMPLOYERS, MALE_NAMES, SURNAMES, DISTRICTS } from '../seeds/data/people';
import { renderUnicodeCompact } from 'uqr';
import { DAY } from '../../contract/constants/time';

type ReplyHabit = 'answers' | 'declines' | 'steersOutside' | 'silent';
type InvitationHabit = 'accepts' | 'rejects' | 'ignores';
type ReminderHabit = 'comes' | 'comesLate' | 'cannotCome' | 'wantsAnotherTime' | 'ignores';

/** The behaviour of a simulated worker; the same worker always behaves the same. */
export interface Personality {
  replies: ReplyHabit;
  invitations: InvitationHabit;
  /** True when the worker cancels an agreed interview later. */
  cancelsLater: boolean;
  reminders: ReminderHabit;
  /** True when the worker answers on the page of the link instead of in their product. */
  usesLink: boolean;
  /** Seconds until the worker answers a message. */
  replyDelay: number;
  /** Seconds until the worker answers an invitation. */
  invitationDelay: number;
  /** A number that varies the wording. */
  variant: number;
}

/** Returns the personality of a worker, derived only from the worker's id and the simulation's seed. */
export const personalityOf = (workerId: number, seed: number): Personality => {
  const random = createRandom(hashText(`${seed}/${workerId}`));
  return {
    replies: random.weightedKey({ answers: 68, declines: 8, steersOutside: 9, silent: 15 }),
    invitations: random.weightedKey({ accepts: 62, rejects: 15, ignores: 23 }),
    cancelsLater: random.chance(0.12),
    replyDelay: random.between(3, 18),
    invitationDelay: random.between(6, 40),
    variant: random.int(0, 1_000_000),
    // Later habits are drawn after the older ones, which therefore stay the same for a seed.
    reminders: random.weightedKey({ comes: 68, comesLate: 14, cannotCome: 6, wantsAnotherTime: 4, ignores: 8 }),
    usesLink: random.chance(0.5),
  };
};

/** Returns the district nearest to a point, in the form that profiles use. */
const placeName = (point: Point): string => {
  const all = Object.entries(DISTRICTS).flatMap(([city, list]) => list.map((district) => ({ city, district })));
  const nearest = all.reduce((best, one) =>
    distanceKm(point, one.district) < distanceKm(point, best.district) ? one : best,
  );
  return `${nearest.district.name}, ${nearest.city}`;
};

/** Parses a location text; returns null for anything else. */
export const pointOf = (text: unknown): Point | null => {
  const [latitude, longitude] = typeof text === 'string' ? text.split(',').map(Number) : [];
  return Number.isFinite(latitude) && Number.isFinite(longitude)
    ? { latitude: latitude as number, longitude: longitude as number }
    : null;
};

/** Returns a new worker's profile near a place of work, in the gateway's form; half of them know the position. */
export const newcomerProfile = (random: Random, near: Point | null, position: string, now: number) => {
  const gender = random.chance(0.54) ? 'male' : 'female';
  const age = random.int(18, 45);
  const experienced = age > 19 && random.chance(0.6);
  const months = random.int(2, Math.min(60, (age - 17) * 12));
  const spread = () => random.between(-0.05, 0.05);
  const home = near && { latitude: near.latitude + spread(), longitude: near.longitude + spread() };
  return {
    firstName: random.pick(gender === 'male' ? MALE_NAMES : FEMALE_NAMES),
    lastName: random.pick(SURNAMES),
    phone: `5${random.pick(['32', '35', '42', '53'])}${random.int(1000000, 9999999)}`,
    ...(home && {
      location: `${home.latitude.toFixed(6)}, ${home.longitude.toFixed(6)}`,
      locationName: placeName(home),
    }),
    workTimePreferences: random.chance(0.7) ? ['full_time'] : ['full_time', 'part_time'],
    experiences: experienced ? [{ companyName: random.pick(FORMER_EMPLOYERS), position, durationMonths: months }] : [],
    gender,
    birthDate: isoDay(now - (age * 365.25 + random.int(5, 350)) * DAY),
    ...(gender === 'male' && { military: age < 22 ? 1 : 3 }),
    education: random.weightedKey({ high_school: 5, university: 3, middle: 2 }),
    english: random.int(1, 3),
    expectedSalary: random.int(28, 45) * 1000,
    language: 'tr',
  };
};

/** White modules are drawn on black, because a camera needs both colours whatever the terminal's theme is. */
const COLOURS = '\u001b[38;5;231;48;5;16m';
const RESET = '\u001b[0m';

/** Returns the lines about a public page at the start: its address, and in a terminal also its code to scan. */
export const pageLines = (url: string, isTerminal: boolean): string[] => [
  `A branch's public page, where people apply: ${url}`,
  ...(isTerminal
    ? renderUnicodeCompact(url, { border: 2 })
        .split('\n')
        .map((line) => `${COLOURS}${line}${RESET}`)
    : []),
];
