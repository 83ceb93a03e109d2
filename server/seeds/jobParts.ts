import { insertRows, type Row, type SeedClient, type SeededJob } from './insert';

/** Tags that employers add to the benefits. */
const OWN_TAGS = ['Personel indirimi', 'Performans primi', 'Esnek saatler'] as const;
/** Benefits of the jobs in rotation, as indexes into the store's list. */
const BENEFITS: readonly (readonly number[])[] = [[0, 1], [1], [0], [0, 1, 2], []];

const OPENING = { work_starts_at: '08:00', daily_total_work_hour: 8, weekly_off_day_count: 1, off_time: 'weekday' };
const MIDDAY = { work_starts_at: '11:30', daily_total_work_hour: 7.5, weekly_off_day_count: 2, off_time: null };
const EVENING = { work_starts_at: '16:00', daily_total_work_hour: 8, weekly_off_day_count: 1, off_time: 'weekday' };
const OFFICE = { work_starts_at: '09:00', daily_total_work_hour: 9, weekly_off_day_count: 2, off_time: 'weekend' };
const SHORT = { work_starts_at: '10:00', daily_total_work_hour: 5, weekly_off_day_count: 3, off_time: null };
/** Shifts of the jobs in rotation. */
const SHIFTS: readonly (readonly Row[])[] = [[OPENING, EVENING], [OFFICE], [MIDDAY], [OPENING], []];

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const idsOf = async (client: SeedClient, query: string): Promise<number[]> =>
  (await client.query<{ id: string }>(query)).rows.map(({ id }) => Number(id));

/** Inserts each organisation's own tags; returns their ids by organisation. */
const seedTags = async (client: SeedClient, jobs: readonly SeededJob[]): Promise<Map<number, number[]>> => {
  const organisations = [...new Set(jobs.map(({ place }) => place.organisationId))].sort((a, b) => a - b);
  const { rows } = await client.query<{ id: string; organisation: string }>(
    `insert into tags (organisation_id, name)
     select o.id, n.name from unnest($1::bigint[]) with ordinality o (id, place), unnest($2::text[]) with ordinality n (name, place)
     order by o.place, n.place returning id, organisation_id as organisation`,
    [organisations, OWN_TAGS],
  );
  return new Map(
    organisations.map((id) => [id, rows.filter((row) => Number(row.organisation) === id).map((row) => Number(row.id))]),
  );
};

/** Inserts shifts, tags and languages of the jobs, without random choices. */
export const seedJobParts = async (client: SeedClient, jobs: readonly SeededJob[]): Promise<void> => {
  const benefits = await idsOf(client, 'select id from tags where key is not null order by id');
  const english = await idsOf(client, `select id from spoken_languages where code = 'en'`);
  const own = await seedTags(client, jobs);
  const shifts = jobs.flatMap(({ row }, index) =>
    (row.is_full_time ? at(SHIFTS, index) : [SHORT]).map((shift, place) => ({
      job_id: row.id,
      place: place + 1,
      ...shift,
    })),
  );
  const tags = jobs.flatMap(({ row, place }, index) => {
    const ownTags = own.get(place.organisationId) ?? [];
    const chosen = [
      ...at(BENEFITS, index).flatMap((one) => benefits[one] ?? []),
      ...(index % 3 === 0 ? [at(ownTags, index)] : []),
    ];
    return chosen.map((tag_id) => ({ job_id: row.id, tag_id }));
  });
  const languages = jobs.flatMap(({ row }) =>
    row.min_english_level === null ? [] : english.map((language_id) => ({ job_id: row.id, language_id, min_level: 2 })),
  );
  await insertRows(client, 'job_shifts', shifts);
  await insertRows(client, 'job_tags', tags);
  await insertRows(client, 'job_language_levels', languages);
};
