import { createHash } from 'node:crypto';
import { CLOSE_REASONS } from '../../contract/constants/options';
import type { JobStatus } from '../../contract/constants/statuses';
import { DAY, HOUR } from '../../contract/constants/time';
import { CATEGORIES, PERKS, POSITIONS } from './data/catalogue';
import {
  idsOf,
  insertRows,
  type Row,
  type SeedClient,
  humanMoment,
  iso,
  type SeedContext,
  type SeededJob,
  type SeededPlace,
  type SeededPosition,
} from './insert';

/** The statuses of a place's jobs in rotation; the first one is active, so that every branch has an open job. */
const STATUS_ROUND: readonly JobStatus[] = [
  'active',
  'active',
  'closed',
  'active',
  'draft',
  'active',
  'deleted',
  'active',
  'active',
  'closed',
  'active',
];

const WISHES: readonly (readonly [Row, number])[] = [
  [{ min_experience_duration: null, min_education_status: null, min_english_level: null }, 4],
  [{ min_experience_duration: 6, min_education_status: null, min_english_level: null }, 2],
  [{ min_experience_duration: 12, min_education_status: 'high_school', min_english_level: null }, 3],
  [{ min_experience_duration: 24, min_education_status: 'high_school', min_english_level: null }, 1],
  [{ min_experience_duration: 3, min_education_status: 'high_school', min_english_level: 2 }, 2],
];

const workTimes = (context: SeedContext, title: string): Row => {
  const { random } = context;
  const partOnly = /Yarı Zamanlı|Hafta Sonu/.test(title);
  return {
    is_full_time: !partOnly && !/Sezonluk/.test(title),
    is_part_time: partOnly || random.chance(0.3),
    is_seasonal: /Sezonluk/.test(title),
  };
};

/**
 * Picks a cover by the job's subject; one job in five has none. It uses a hash, which leaves the other random choices
 * unchanged.
 */
const coverKey = (category: string, title: string, place: string): string | null => {
  const rest = createHash('md5').update(`${place}/${title}`).digest('hex').slice(1);
  return parseInt(rest.slice(-2), 16) % 5 === 0 ? null : `scene-${CATEGORIES.indexOf(category).toString(16)}${rest}`;
};

const jobRow = (context: SeedContext, place: SeededPlace, position: SeededPosition, status: JobStatus) => {
  const { random, now } = context;
  const data = POSITIONS.find((one) => one.name === position.name);
  if (!data) throw new Error(`unknown position: ${position.name}`);
  const title = random.pick(data.titles);
  const openedAt = status === 'draft' ? null : humanMoment(random, now - 118 * DAY, now - 4 * DAY);
  const ended = status === 'closed' || status === 'deleted';
  const closedAt = ended && openedAt !== null ? humanMoment(random, openedAt + 2 * DAY, now - HOUR) : null;
  const salary = random.int(56, 84) * 50_000;
  const aged = random.chance(0.5);
  const row = {
    id: 0,
    organisation_id: place.organisationId,
    user_id: place.userId,
    title,
    description:
      `${place.name} ekibine ${position.name.toLocaleLowerCase('tr')} arıyoruz. ${data.duties} sizden beklediğimiz ` +
      `başlıca işler. ${random.pick(PERKS)}`,
    position_id: position.id,
    category_id: position.categoryId,
    status,
    close_reason: status === 'closed' ? random.pick(CLOSE_REASONS) : null,
    gender: null,
    birth_date_min: aged ? 18 : null,
    birth_date_max: aged ? random.pick([35, 40, 45, 50]) : null,
    ...random.weighted(WISHES),
    military_requirements: position.name === 'Güvenlik Görevlisi' ? [3] : [],
    ...workTimes(context, title),
    expected_salary_min_minor: random.chance(0.7) ? salary : null,
    expected_salary_max_minor: salary + random.int(2, 12) * 50_000,
    image_key: coverKey(data.category, title, place.name),
    contact_type: random.pick(['no_contact', 'via_message']),
    auto_shortlist_threshold: random.chance(0.12) ? 0.8 : null,
    view_count: status === 'draft' ? 0 : random.int(120, 4800),
    created_at: iso((openedAt ?? now - random.int(1, 20) * DAY) - 3 * HOUR),
    opened_at: openedAt === null ? null : iso(openedAt),
    closed_at: closedAt === null ? null : iso(closedAt),
  };
  return { row, openedAt, closedAt };
};

/** Inserts the jobs of every place, oldest first, each with its places of work. */
export const seedJobs = async (
  client: SeedClient,
  context: SeedContext,
  places: readonly SeededPlace[],
  positions: readonly SeededPosition[],
): Promise<SeededJob[]> => {
  const { random } = context;
  const jobs: SeededJob[] = places.flatMap((place) =>
    Array.from({ length: place.jobs }, (_, index) => {
      const name = place.hires[index % place.hires.length];
      const position = positions.find((one) => one.name === name);
      if (!position) throw new Error(`unknown position: ${name}`);
      const made = jobRow(context, place, position, STATUS_ROUND[index % STATUS_ROUND.length] ?? 'active');
      const many = place.locations.length > 1 && random.chance(0.4);
      const [first, second] = place.locations;
      if (!first) throw new Error(`${place.name} has no location`);
      return { ...made, place, position, locations: many ? place.locations : [(index % 4 === 3 && second) || first] };
    }),
  );
  jobs.sort((one, two) => String(one.row.created_at).localeCompare(String(two.row.created_at)));
  const next = await idsOf(client, 'jobs');
  for (const job of jobs) job.row.id = next();
  await insertRows(
    client,
    'jobs',
    jobs.map((job) => job.row),
  );
  await client.query(
    `insert into job_locations (job_id, company_location_id)
     select * from json_to_recordset($1::json) as pair (job_id bigint, company_location_id bigint)`,
    [
      JSON.stringify(
        jobs.flatMap((job) => job.locations.map(({ id }) => ({ job_id: job.row.id, company_location_id: id }))),
      ),
    ],
  );
  return jobs;
};
