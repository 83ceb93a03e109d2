import type { AppointmentStatus } from '../../contract/constants/statuses';
import { DAY, HOUR, MINUTE } from '../../contract/constants/time';
import { BEHIND } from './data/organisations';
import {
  createRandom,
  hashText,
  idsOf,
  insertRows,
  type SeedClient,
  humanMoment,
  interviewSlot,
  iso,
  type PlannedApplication,
  type PlannedAppointment,
  type SeedContext,
  type Weights,
} from './insert';

const INVITED_SHARE = 0.6;

/** Statuses of past interviews with their weights. */
const PAST: Weights<AppointmentStatus> = {
  COMPLETED: 10,
  REJECTED: 12,
  EXPIRED: 13,
  CANCELLED: 5,
  CANCELLED_OUTSIDE_24H: 5,
  APPLICANT_CANCELLED: 8,
  APPOINTMENT_POSITIVE: 9,
  APPOINTMENT_NEGATIVE: 14,
  OFFER_SENT: 7,
  OFFER_ACCEPTED: 13,
  OFFER_REJECTED: 4,
};
/** Statuses of future interviews: those invited less than 24 h ago, and earlier ones. */
const AHEAD_NEW: Weights<AppointmentStatus> = { WAITING: 55, ACTIVE: 28, REJECTED: 9, CANCELLED_OUTSIDE_24H: 8 };
const AHEAD: Weights<AppointmentStatus> = {
  ACTIVE: 62,
  REJECTED: 12,
  EXPIRED: 14,
  APPLICANT_CANCELLED: 7,
  CANCELLED: 5,
};

const COMMENTS = {
  came: [
    'Zamanında geldi, kendini iyi ifade etti.',
    'Görüşmeye geldi, deneyimi anlattığı gibi.',
    'Geldi, ekiple tanıştı.',
  ],
  missed: ['Haber vermeden gelmedi.', 'Telefonla ulaşamadık, gelmedi.'],
};

type Step = PlannedAppointment['log'][number];

/**
 * Returns the statuses that lead to the given one, or null when there was no time for them. Times rise and none is
 * after now.
 */
const logOf = (
  { random, now }: SeedContext,
  status: AppointmentStatus,
  createdAt: number,
  startAt: number,
): Step[] | null => {
  const log: Step[] = [{ status: 'WAITING', by: 'employer', at: createdAt }];
  const add = (next: AppointmentStatus, by: Step['by'], from: number, to: number): boolean => {
    const last = log.at(-1)?.at ?? createdAt;
    const low = Math.max(from, last + MINUTE);
    const high = Math.min(to, now - MINUTE);
    if (low > high) return false;
    log.push({ status: next, by, at: by === 'clock' ? Math.round(low) : humanMoment(random, low, high) });
    return true;
  };
  const soon = Math.min(createdAt + 12 * HOUR, startAt - 30 * MINUTE);
  const endAt = startAt + HOUR;
  if (status === 'WAITING') return log;
  if (status === 'REJECTED') return add(status, 'worker', createdAt + 10 * MINUTE, soon) ? log : null;
  if (status === 'EXPIRED') {
    const at = Math.min(createdAt + DAY, startAt);
    return add(status, 'clock', at, at + MINUTE) ? log : null;
  }
  if (status === 'CANCELLED_OUTSIDE_24H') return add(status, 'employer', createdAt + HOUR, startAt - DAY) ? log : null;
  if (!add('ACTIVE', 'worker', createdAt + 5 * MINUTE, soon)) return null;
  if (status === 'ACTIVE') return log;
  if (status === 'CANCELLED') return add(status, 'employer', startAt - DAY + MINUTE, startAt - HOUR) ? log : null;
  if (status === 'APPLICANT_CANCELLED') return add(status, 'worker', createdAt + HOUR, startAt - HOUR) ? log : null;
  if (!add('COMPLETED', 'clock', endAt, endAt + MINUTE)) return null;
  if (status === 'COMPLETED') return log;
  const first = status === 'APPOINTMENT_NEGATIVE' ? status : 'APPOINTMENT_POSITIVE';
  const chain: AppointmentStatus[] = [first];
  if (status.startsWith('OFFER')) chain.push('OFFER_SENT');
  if (status === 'OFFER_ACCEPTED' || status === 'OFFER_REJECTED') chain.push(status);
  return chain.every((next) => add(next, 'employer', endAt + 10 * MINUTE, (log.at(-1)?.at ?? endAt) + 20 * HOUR))
    ? log
    : null;
};

const outcome = (context: SeedContext, status: AppointmentStatus) => {
  const { random } = context;
  const positive = ['APPOINTMENT_POSITIVE', 'OFFER_SENT', 'OFFER_ACCEPTED', 'OFFER_REJECTED'].includes(status);
  const negative = status === 'APPOINTMENT_NEGATIVE';
  const came = positive ? true : negative ? random.chance(0.55) : null;
  const text = came === null || random.chance(0.5) ? null : random.pick(came ? COMMENTS.came : COMMENTS.missed);
  return { came, positive: positive ? true : negative && came ? false : null, feedbackText: text };
};

/** Tries statuses until one had time to happen. A future interview falls back to agreed, a past one to held. */
const build = (
  context: SeedContext,
  application: PlannedApplication,
  createdAt: number,
  startAt: number,
  wanted?: AppointmentStatus,
): PlannedAppointment => {
  const { random, now } = context;
  const ahead = startAt > now - 3 * HOUR;
  const table = !ahead ? PAST : createdAt > now - DAY + 10 * MINUTE ? AHEAD_NEW : AHEAD;
  let status = wanted ?? random.weightedKey(table);
  let log = logOf(context, status, createdAt, startAt);
  for (let tries = 0; !log && tries < 12; tries += 1) {
    status = random.weightedKey(table);
    log = logOf(context, status, createdAt, startAt);
  }
  if (!log) {
    status = 'EXPIRED';
    log = [
      { status: 'WAITING', by: 'employer', at: createdAt },
      { status, by: 'clock', at: Math.min(createdAt + DAY, startAt, now - MINUTE) },
    ];
  }
  return { id: 0, application, status, createdAt, startAt, log, ...outcome(context, status) };
};

/** The outcomes of interviews that a branch has not forgotten to record. */
const RECORDED: Weights<AppointmentStatus> = { APPOINTMENT_NEGATIVE: 6, APPOINTMENT_POSITIVE: 3, OFFER_SENT: 1 };

/**
 * Records the outcomes of the last interviews so that they tell a story: every place records them within a day, except
 * the branch that is behind, which has recorded none for ten days.
 */
const recordOutcomes = (context: SeedContext, applications: readonly PlannedApplication[]): void => {
  // A separate generator leaves the random choices of the rest of the world unchanged.
  const own = { ...context, random: createRandom(hashText('outcomes')) };
  for (const application of applications) {
    const last = application.appointments.at(-1);
    if (!last?.log.some(({ status }) => status === 'COMPLETED')) continue;
    const { createdAt, startAt } = last;
    const age = context.now - startAt;
    const isBehind = application.job.place.name === BEHIND && age < 10 * DAY;
    if (isBehind) {
      if (last.status === 'OFFER_ACCEPTED') continue;
      Object.assign(last, build(own, application, createdAt, startAt, 'COMPLETED'));
    } else if (last.status === 'COMPLETED' && age > DAY) {
      Object.assign(last, build(own, application, createdAt, startAt, own.random.weightedKey(RECORDED)));
    }
  }
};

const open = (one: PlannedAppointment): boolean => one.status === 'WAITING' || one.status === 'ACTIVE';

/** Plans the invitations of shortlisted applicants, in every status, with at most one open interview per worker. */
export const planAppointments = (context: SeedContext, applications: readonly PlannedApplication[]): void => {
  const { random, now } = context;
  const busy = new Set<number>();
  let stale = false;
  for (const application of applications) {
    const { shortlistedAt, worker, job } = application;
    if (shortlistedAt === null || busy.has(worker.row.id)) continue;
    const late = now - shortlistedAt < 3 * DAY;
    if (!late && !random.chance(INVITED_SHARE)) continue;
    const createdAt = humanMoment(random, shortlistedAt + MINUTE, Math.min(now - 2 * MINUTE, shortlistedAt + DAY));
    // A closed job sends no invitations.
    if (createdAt > (job.closedAt ?? now)) continue;
    let startAt = interviewSlot(random, createdAt, 4);
    if (startAt > now - 3 * HOUR && startAt < now + 2 * HOUR) startAt += DAY;
    // One invitation that should have expired while the server was down; the first scheduled run ends it.
    const forgotten: boolean = !stale && late && createdAt < now - 26 * HOUR && startAt > now + 2 * HOUR;
    stale ||= forgotten;
    const first = build(context, application, createdAt, startAt, forgotten ? 'WAITING' : undefined);
    application.appointments.push(first);
    const ended = first.log.at(-1)?.at ?? createdAt;
    if (/EXPIRED|CANCELLED/.test(first.status) && ended < now - 8 * DAY && random.chance(0.3)) {
      const again = humanMoment(random, ended + HOUR, ended + DAY);
      application.appointments.push(build(context, application, again, interviewSlot(random, again, 3)));
    }
    const last = application.appointments.at(-1);
    if (last && open(last)) busy.add(worker.row.id);
    if (last?.status === 'OFFER_ACCEPTED') application.status = 'accepted';
  }
  recordOutcomes(context, applications);
};

/** Writes the appointments with their logs, and links each application to its newest one. */
export const writeAppointments = async (
  client: SeedClient,
  applications: readonly PlannedApplication[],
): Promise<void> => {
  const next = await idsOf(client, 'appointments');
  const nextLog = await idsOf(client, 'appointment_status_log');
  const planned = applications.flatMap((one) => one.appointments).sort((one, two) => one.createdAt - two.createdAt);
  for (const one of planned) one.id = next();
  const rows = planned.map(({ id, application, status, createdAt, startAt, came, feedbackText }) => {
    const { place, locations, row } = application.job;
    const [at] = locations;
    return {
      id,
      organisation_id: place.organisationId,
      user_id: place.userId,
      application_id: application.id,
      job_id: row.id,
      worker_id: application.worker.row.id,
      status,
      start_at: iso(startAt),
      end_at: iso(startAt + HOUR),
      latitude: at?.latitude,
      longitude: at?.longitude,
      address: place.address,
      worker_feedback: came === null ? null : came ? 'worker_came' : 'worker_did_not_come',
      worker_feedback_text: feedbackText,
      created_at: iso(createdAt),
    };
  });
  await insertRows(client, 'appointments', rows);
  const steps = planned.flatMap(({ id, log }) => log.map((step) => ({ appointment_id: id, step })));
  steps.sort((one, two) => one.step.at - two.step.at);
  await insertRows(
    client,
    'appointment_status_log',
    steps.map(({ appointment_id, step }) => ({
      id: nextLog(),
      appointment_id,
      status: step.status,
      changed_by: step.by,
      at: iso(step.at),
    })),
  );
  await client.query(
    `update applications set appointment_id = newest.id
     from (select application_id, max(id) as id from appointments group by 1) newest
     where applications.id = newest.application_id and appointment_id is null`,
  );
};
