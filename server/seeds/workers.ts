import { fold } from '../../contract/constants/text';
import type { WorkTime } from '../modules/matching';
import { ABOUT_TEXTS, CATEGORIES, POSITIONS } from './data/catalogue';
import { DEPARTMENTS, FEMALE_NAMES, MALE_NAMES, SURNAMES, UNIVERSITIES } from './data/names';
import { DISTRICTS, type CityName } from './data/places';
import { idsOf, insertRows, type SeedClient, DAY, iso, isoDay } from './insert';
import { educationOf, experiencesOf, identityNumber, imageKey, militaryOf, YEAR } from './workerTraits';
import type { SeedContext, SeededPosition, SeededWorker } from './world';

const CITIES: readonly (readonly [CityName, number])[] = [
  ['İstanbul', 54],
  ['Ankara', 17],
  ['İzmir', 14],
  ['Bursa', 12],
  ['Kocaeli', 2],
  ['Antalya', 1],
];
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
  const city = random.weighted(CITIES);
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
  const english = random.weighted(
    university
      ? [
          [1, 2],
          [2, 4],
          [3, 5],
          [4, 1],
        ]
      : [
          [1, 6],
          [2, 5],
          [3, 1],
        ],
  );
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
 * Inserts workers with consistent profiles: names fit genders, experience fits age, and only men have military
 * service.
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
