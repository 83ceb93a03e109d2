import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { isNight } from '../../platform/night';
import { enqueue } from '../../platform/outgoing/enqueue';
import { workerSms } from '../../platform/outgoing/workerSms';
import { findWorkerLocale, formatDialNumber } from '../workers';
import {
  claimJob,
  listNewJobs,
  lockRecipients,
  markTold,
  noteTold,
  type NewJob,
  type Recipient,
} from './newJobsRepository';
import { memberLink } from './service';

const DAY_MS = 86_400_000;
/** People who hear of one job: each text message costs the operator money. */
const RECIPIENTS_MAX = 500;

type RosterDeps = Pick<Deps, 'db' | 'clock' | 'codeSecret'> & {
  settings: Pick<Deps['settings'], 'publicUrl' | 'timeZone' | 'workerLinks'>;
};

const notifyMember = async (
  { trx, now }: Change,
  deps: RosterDeps,
  job: NewJob,
  recipient: Recipient,
): Promise<boolean> => {
  const phone = formatDialNumber(recipient.phone, recipient.countryCode);
  if (!phone) return false;
  const { publicUrl, timeZone } = deps.settings;
  const link = `${publicUrl}/p/${job.code}/${job.jobId}?r=${memberLink(deps.codeSecret, recipient)}`;
  const locale = await findWorkerLocale(trx, recipient.workerId);
  const about = { company: job.companyName, job: job.title, at: null, link };
  const text = workerSms({ name: 'newJob', ...about, ...locale, timeZone });
  const usefulUntil = new Date(now.getTime() + DAY_MS);
  await enqueue(trx, now, { channel: 'sms', phone, text, usefulUntil, isQuiet: true });
  await markTold(trx, recipient.id, now);
  return true;
};

const notifyOfJob = (deps: RosterDeps, job: NewJob): Promise<number> =>
  inChange(deps, async (change) => {
    const { trx, now } = change;
    if (!(await claimJob(trx, job.jobId, now))) return 0;
    const quietSince = new Date(now.getTime() - DAY_MS);
    let told = 0;
    for (const recipient of await lockRecipients(trx, job, { quietSince, limit: RECIPIENTS_MAX }))
      told += Number(await notifyMember(change, deps, job, recipient));
    await noteTold(trx, job.jobId, told);
    return told;
  });

/**
 * Tells the people on the rosters of jobs that opened in the last day, but not at night, and returns how many heard.
 * See docs/PRODUCT.md#the-roster.
 */
export const notifyRosters = async (deps: RosterDeps): Promise<number> => {
  const now = deps.clock.now();
  if (deps.settings.workerLinks === 'off' || isNight(now, deps.settings.timeZone)) return 0;
  let told = 0;
  for (const job of await listNewJobs(deps.db, new Date(now.getTime() - DAY_MS))) told += await notifyOfJob(deps, job);
  return told;
};
