import type { EducationStatus } from '../../contract/constants/options';
import {
  FORMER_EMPLOYERS,
  DEPARTMENTS,
  FEMALE_NAMES,
  MALE_NAMES,
  SURNAMES,
  UNIVERSITIES,
  DISTRICTS,
  type CityName,
} from './data/people';
import {
  type Random,
  isoDay,
  idsOf,
  insertRows,
  type SeedClient,
  iso,
  type SeededPosition,
  type SeedContext,
  type SeededWorker,
  type Weights,
} from './insert';
import { fold } from '../../contract/constants/text';
import { DAY } from '../../contract/constants/time';
import type { WorkTime } from '../modules/matching';
import { ABOUT_TEXTS, CATEGORIES, POSITIONS } from './data/catalogue';

/** Days of a year. */
const YEAR = 365.25;
const MONTH_DAYS = YEAR / 12;

/** Formats a duration as Turkish speakers write it in a profile. */
const durationText = (months: number): string => {
  const years = Math.floor(months / 12);
  const rest = months % 12;
  return [years > 0 ? `${years} yıl` : '', rest > 0 || years === 0 ? `${rest} ay` : ''].filter(Boolean).join(' ');
};

const educationOf = (random: Random, age: number): EducationStatus => {
  if (age < 19) return random.weightedKey({ high_school: 7, middle: 3 });
  if (age < 40) return random.weightedKey({ university: 38, high_school: 45, middle: 13, elementary: 4 });
  return random.weightedKey({ university: 14, high_school: 38, middle: 24, elementary: 24 });
};

const militaryOf = (random: Random, age: number): number =>
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
const identityNumber = (random: Random): string => {
  const digits = [random.int(1, 9), ...Array.from({ length: 8 }, () => random.int(0, 9))];
  const odd = (digits[0] ?? 0) + (digits[2] ?? 0) + (digits[4] ?? 0) + (digits[6] ?? 0) + (digits[8] ?? 0);
  const even = (digits[1] ?? 0) + (digits[3] ?? 0) + (digits[5] ?? 0) + (digits[7] ?? 0);
  const tenth = (((odd * 7 - even) % 10) + 11) % 10;
  return [...digits, tenth, random.int(0, 9)].join('');
};

/** Returns past jobs, newest first, that ended before now; none began before the age of sixteen. */
const experiencesOf = (random: Random, now: number, age: number, trade: readonly SeededPosition[]) => {
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
const imageKey = (random: Random, gender: string, age: number): string => {
  const hair = gender === 'male' ? random.int(0, 7) : random.int(8, 15);
  const colour = age > 48 && random.chance(0.6) ? 15 : random.int(0, 14);
  return `avatar-${hair.toString(16)}${colour.toString(16)}${random.hex(30)}`;
};

const CITIES: Weights<CityName> = { İstanbul: 54, Ankara: 17, İzmir: 14, Bursa: 12, Kocaeli: 2, Antalya: 1 };
/** Age groups as [youngest, oldest] and weight: young people change hourly jobs most, so they apply most. */
const AGES: readonly (readonly [readonly [number, number], number])[] = [
  [[17, 19], 10],
  [[20, 24], 30],
  [[25, 31], 28],
  [[32, 42], 20],
  [[43, 62], 12],
];
const aWorker = (context: SeedContext, id: number, positions: readonly SeededPosition[]): SeededWorker => {
  const { random, now } = context;
  const gender = random.chance(0.54) ? 'male' : 'female';
  const [youngest, oldest] = random.weighted(AGES);
  const age = random.int(youngest, oldest);
  const birth = now - (age + random.between(0.02, 0.97)) * YEAR * DAY;
  const city = random.weightedKey(CITIES);
  const district = random.pick(DISTRICTS[city]);
  const categoryName = random.pick(CATEGORIES);
  const trade = positions.filter((one) => one.categoryName === categoryName || random.chance(0.08));
  const experiences = experiencesOf(random, now, age, trade);
  const experienceMonths = experiences.reduce((sum, one) => sum + one.duration.key, 0);
  const education = educationOf(random, age);
  const university = education === 'university';
  const known = POSITIONS.find((one) => one.name === experiences[0]?.position);
  const workTimes = (
    [
      ['full_time', 0.78],
      ['part_time', age < 25 ? 0.6 : 0.3],
      ['seasonal', 0.2],
    ] as const
  )
    .filter(([, share]) => random.chance(share))
    .map(([time]): WorkTime => time);
  const firstName = random.pick(gender === 'male' ? MALE_NAMES : FEMALE_NAMES);
  const lastName = random.pick(SURNAMES);
  const latitude = Number((district.latitude + random.between(-0.012, 0.012)).toFixed(6));
  const longitude = Number((district.longitude + random.between(-0.014, 0.014)).toFixed(6));
  const english = Number(random.weightedKey(university ? { 1: 2, 2: 4, 3: 5, 4: 1 } : { 1: 6, 2: 5, 3: 1 }));
  const createdAt = now - random.int(91, 600) * DAY;
  const row = {
    id,
    external_id: `demo-${String(id).padStart(5, '0')}`,
    first_name: firstName,
    last_name: lastName,
    email: `${fold(firstName)}.${fold(lastName)}${id}@example.com`,
    phone: `5${random.pick(['30', '32', '35', '37', '41', '43', '46', '51', '53', '55', '06'])}${random.int(1000000, 9999999)}`,
    image_key: imageKey(random, gender, age),
    latitude,
    longitude,
    location_name: `${district.name}, ${city}`,
    work_time_preferences: workTimes,
    experiences,
    experience_months: experienceMonths,
    gender,
    birth_date: isoDay(birth),
    disabled_status: random.chance(0.02) ? 'var' : null,
    military: gender === 'male' ? militaryOf(random, age) : null,
    education,
    university: university ? random.pick(UNIVERSITIES) : null,
    university_status: university ? (age < 25 && random.chance(0.75) ? 'student' : 'graduated') : null,
    university_department: university ? random.pick(DEPARTMENTS) : null,
    english,
    identity_number: random.chance(0.5) ? identityNumber(random) : null,
    certificates: (known?.certificates ?? []).filter(() => random.chance(0.7)),
    driving_licenses: [...(known?.licence ? [known.licence] : []), ...(age > 19 && random.chance(0.3) ? ['B'] : [])],
    about: random.chance(0.6)
      ? random.pick(
          ABOUT_TEXTS.filter(
            (text) =>
              (!text.includes('Asker') || (gender === 'male' && age > 29)) &&
              (!text.includes('Üniversiteye') || (university && age < 25)),
          ),
        )
      : null,
    expected_salary_minor: random.int(28, 48) * 100_000 + Math.min(20, Math.floor(experienceMonths / 12)) * 50_000,
    work_category_preferences: [categoryName],
    rating_score: random.chance(0.55) ? Math.round(random.between(2.8, 5) * 10) / 10 : null,
    language_code: 'tr',
    country_code: 'TR',
    created_at: iso(createdAt),
    updated_at: iso(createdAt + random.int(0, 80) * DAY),
  } satisfies Record<string, unknown>;
  row.driving_licenses = [...new Set(row.driving_licenses)];
  return {
    row: { ...row, gender, birth_date: row.birth_date },
    city,
    district: district.name,
    nameFolded: fold(`${firstName} ${lastName}`),
    latitude,
    longitude,
    experiences: experiences.map(({ positionId, position, duration }) => ({
      positionId,
      position,
      months: duration.key,
    })),
    experienceMonths,
    education,
    english,
    workTimes,
  };
};

/**
 * Inserts workers with consistent profiles: names fit genders, experience fits age, and only men have military service.
 */
export const seedWorkers = async (
  client: SeedClient,
  context: SeedContext,
  positions: readonly SeededPosition[],
  count: number,
): Promise<SeededWorker[]> => {
  const next = await idsOf(client, 'workers');
  const workers = Array.from({ length: count }, () => aWorker(context, next(), positions));
  await insertRows(
    client,
    'workers',
    workers.map((worker) => worker.row),
  );
  return workers;
};
