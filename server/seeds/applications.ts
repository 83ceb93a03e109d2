import { ageOn, dayAt } from '../../contract/zone';
import { matchScore } from '../modules/matching';
import { nearestDistanceKm } from '../platform/geo';
import type { EducationStatus } from '../../contract/constants/options';
import { DAY, HOUR, MINUTE } from '../../contract/constants/time';
import { REJECT_REASONS } from './data/catalogue';
import { COMPANIES } from './data/organisations';
import {
  idsOf,
  insertRows,
  type SeedClient,
  humanMoment,
  iso,
  type PlannedApplication,
  type SeedContext,
  type SeededJob,
  type SeededWorker,
} from './insert';

/** Largest share of a city's workers who apply for one job. */
const POOL_SHARE = 0.8;
const SHORTLISTED_SHARE = 0.12;
const REJECTED_SHARE = 0.085;
/** Number of recent applications of each organisation; with the spacing below they cover about a day. */
const FRESH = { chain: 60, company: 6 };

/**
 * Returns the number of applications of each job. They add up to `total`; a few jobs get most, and none gets more than
 * its pool.
 */
const shares = (context: SeedContext, jobs: readonly SeededJob[], pool: (job: SeededJob) => number, total: number) => {
  const { random } = context;
  const weights = jobs.map((job) => {
    const days = ((job.closedAt ?? context.now) - (job.openedAt ?? context.now)) / DAY;
    return (0.15 + random.next() ** 2) * Math.min(90, Math.max(1, days)) * (job.row.status === 'deleted' ? 0.1 : 1);
  });
  const sum = weights.reduce((one, two) => one + two, 0);
  const counts = jobs.map((job, index) => {
    const wanted = Math.floor((total * (weights[index] ?? 0)) / sum);
    return Math.min(wanted, Math.floor(pool(job) * POOL_SHARE));
  });
  let missing = total - counts.reduce((one, two) => one + two, 0);
  for (let index = 0; missing > 0; index = (index + 1) % jobs.length) {
    const job = jobs[index];
    if (job?.row.status !== 'active' || (counts[index] ?? 0) >= Math.floor(pool(job) * POOL_SHARE)) continue;
    counts[index] = (counts[index] ?? 0) + 1;
    missing -= 1;
  }
  return counts;
};

const scoreOf = (job: SeededJob, worker: SeededWorker, now: Date) => {
  const distanceKm = nearestDistanceKm(worker, job.locations) ?? 0;
  const { row } = job;
  const { score } = matchScore(
    {
      positionId: job.position.id,
      positionName: job.position.name,
      minExperienceMonths: row.min_experience_duration as number | null,
      minEducation: row.min_education_status as EducationStatus | null,
      minEnglish: row.min_english_level as number | null,
      ageMin: row.birth_date_min as number | null,
      ageMax: row.birth_date_max as number | null,
      workTimes: (['full_time', 'part_time', 'seasonal'] as const).filter((time) => row[`is_${time}`]),
    },
    { ...worker, distanceKm, age: ageOn(worker.row.birth_date, dayAt(now, 'UTC')) },
  );
  return { matchScore: score, distanceKm };
};

/** Draws a few workers and takes the first one of the job's trade, because people apply for what they know. */
const drawWorker = (
  context: SeedContext,
  job: SeededJob,
  pool: readonly SeededWorker[],
  taken: ReadonlySet<number>,
) => {
  const { random } = context;
  let chosen: SeededWorker | undefined;
  for (let tries = 0; tries < 400; tries += 1) {
    const worker = random.pick(pool);
    if (taken.has(worker.row.id)) continue;
    chosen = worker;
    const fits = worker.experiences.some((one) => one.positionId === job.position.id);
    if (fits || random.chance(0.6)) break;
  }
  if (!chosen) throw new Error('no worker is available for the job');
  return chosen;
};

const planJobs = (
  context: SeedContext,
  jobs: readonly SeededJob[],
  workers: readonly SeededWorker[],
  total: number,
) => {
  const { random, now } = context;
  const open = jobs.filter((job) => job.openedAt !== null);
  const pools = new Map(open.map((job) => [job, workers.filter((worker) => worker.city === job.place.city)]));
  const counts = shares(context, open, (job) => pools.get(job)?.length ?? 0, total);
  return open.flatMap((job, index) => {
    const pool = pools.get(job) ?? [];
    const taken = new Set<number>();
    const from = Math.max(job.openedAt ?? now, now - 90 * DAY);
    const to = Math.max(from + HOUR, job.closedAt ?? now - DAY);
    return Array.from({ length: counts[index] ?? 0 }, (): PlannedApplication => {
      // Now and then a worker from another city wants to move.
      const worker = drawWorker(context, job, random.chance(0.02) ? workers : pool, taken);
      taken.add(worker.row.id);
      return {
        id: 0,
        job,
        worker,
        createdAt: humanMoment(random, from, to, 0.85),
        ...scoreOf(job, worker, new Date(now)),
        status: 'in_progress',
        isSeen: false,
        shortlistedAt: null,
        rejectReason: null,
        appointments: [],
      };
    });
  });
};

/** Moves some applications to the last day, with shrinking gaps, so that counters visibly count down. */
const freshen = ({ random, now }: SeedContext, planned: readonly PlannedApplication[], count: number): void => {
  const active = planned.filter(({ job }) => job.row.status === 'active');
  const moved = new Set<PlannedApplication>();
  for (let index = 0; index < count; index += 1) {
    const one = random.pick(active);
    if (moved.has(one)) continue;
    moved.add(one);
    one.createdAt = Math.round(now - (2 + index ** 1.8 * 0.95 + random.next()) * MINUTE);
  }
};

const unseenShare = (days: number): number =>
  days < 1 ? 0.9 : days < 3 ? 0.45 : days < 7 ? 0.14 : days < 14 ? 0.03 : 0.005;

const decideStates = ({ random, now }: SeedContext, planned: readonly PlannedApplication[]): void => {
  for (const one of planned) {
    const age = now - one.createdAt;
    // A job may end before every application was seen.
    one.isSeen = !random.chance(one.job.row.status === 'active' ? unseenShare(age / DAY) : 0.06);
    if (age > 6 * HOUR && random.chance(REJECTED_SHARE)) {
      one.status = 'rejected';
      one.rejectReason = random.pick(REJECT_REASONS);
    }
  }
  const likely = planned
    .filter((one) => one.isSeen && one.status === 'in_progress' && now - one.createdAt > 30 * MINUTE)
    .map((one) => ({ one, key: one.matchScore + random.between(0, 0.45) }))
    .sort((a, b) => b.key - a.key)
    .slice(0, Math.round(planned.length * SHORTLISTED_SHARE));
  for (const { one } of likely) {
    const end = Math.min(now - 10 * MINUTE, one.job.closedAt ?? now);
    // Some are shortlisted late; their invitations are those that still wait today.
    const late = one.job.row.status === 'active' && random.chance(0.15);
    const from = late ? Math.max(one.createdAt, now - 3 * DAY) : one.createdAt + 5 * MINUTE;
    const to = late ? end : Math.min(end, one.createdAt + 4 * DAY);
    one.shortlistedAt = humanMoment(random, Math.min(from, end), Math.max(from, to) > end ? end : Math.max(from, to));
  }
};

/** Plans every application of the demo world, oldest first, without writing. */
export const planApplications = (
  context: SeedContext,
  jobs: readonly SeededJob[],
  workers: readonly SeededWorker[],
  chainApplications: number,
): PlannedApplication[] => {
  const owners = COMPANIES.filter((company) => company.applications > 0);
  const names = new Set(owners.map((company) => company.name));
  const chain = planJobs(
    context,
    jobs.filter((job) => !names.has(job.place.name)),
    workers,
    chainApplications,
  );
  freshen(context, chain, FRESH.chain);
  const others = owners.map((company) => {
    const own = jobs.filter((job) => job.place.name === company.name);
    const planned = planJobs(context, own, workers, company.applications);
    freshen(context, planned, FRESH.company);
    return planned;
  });
  const all = [...chain, ...others.flat()];
  decideStates(context, all);
  return all.sort((one, two) => one.createdAt - two.createdAt || one.job.row.id - two.job.row.id);
};

/** Writes the planned applications and sets their ids, which rise with the time of arrival. */
export const writeApplications = async (client: SeedClient, planned: readonly PlannedApplication[]): Promise<void> => {
  const next = await idsOf(client, 'applications');
  const rows = planned.map((one) => {
    one.id = next();
    const { job, worker } = one;
    const last = one.appointments.at(-1);
    const reached = (status: string) => last?.log.some((step) => step.status === status) ?? false;
    return {
      id: one.id,
      organisation_id: job.place.organisationId,
      user_id: job.place.userId,
      job_id: job.row.id,
      worker_id: worker.row.id,
      status: one.status,
      is_seen: one.isSeen,
      is_shortlisted: one.shortlistedAt !== null,
      shortlisted_at: one.shortlistedAt === null ? null : iso(one.shortlistedAt),
      match_score: one.matchScore,
      distance_km: one.distanceKm,
      came: last?.came ?? null,
      positive: last?.positive ?? null,
      offer_sent: reached('OFFER_SENT') || null,
      offer_accepted: reached('OFFER_ACCEPTED') ? true : reached('OFFER_REJECTED') ? false : null,
      reject_reason: one.rejectReason,
      worker_name_folded: worker.nameFolded,
      worker_gender: worker.row.gender,
      worker_birth_date: worker.row.birth_date,
      worker_military: worker.row.military,
      worker_education: worker.education,
      worker_english: worker.english,
      worker_experience_months: worker.experienceMonths,
      created_at: iso(one.createdAt),
    };
  });
  await insertRows(client, 'applications', rows);
};
