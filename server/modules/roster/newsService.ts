import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { isNight } from '../../platform/night';
import { enqueue } from '../../platform/outgoing/enqueue';
import { workerSms } from '../../platform/outgoing/workerSms';
import { findWorkerLocale, formatDialNumber } from '../workers';
import { claimNews, listNewJobs, lockReaders, markTold, noteTold, type NewJob, type Reader } from './newsRepository';
import { memberLink } from './service';

const DAY_MS = 86_400_000;
/** People who hear of one job: each text message costs the operator money. */
const READERS_MAX = 500;

type NewsDeps = Pick<Deps, 'db' | 'clock' | 'codeSecret'> & {
  settings: Pick<Deps['settings'], 'publicUrl' | 'timeZone' | 'workerLinks'>;
};

const tell = async ({ trx, now }: Change, deps: NewsDeps, job: NewJob, reader: Reader): Promise<boolean> => {
  const phone = formatDialNumber(reader.phone, reader.countryCode);
  if (!phone) return false;
  const { publicUrl, timeZone } = deps.settings;
  const link = `${publicUrl}/p/${job.code}/${job.jobId}?r=${memberLink(deps.codeSecret, reader)}`;
  const locale = await findWorkerLocale(trx, reader.workerId);
  const about = { company: job.companyName, job: job.title, at: null, link };
  const text = workerSms({ name: 'newJob', ...about, ...locale, timeZone, now });
  const usefulUntil = new Date(now.getTime() + DAY_MS);
  await enqueue(trx, now, { channel: 'sms', phone, text, usefulUntil, isQuiet: true });
  await markTold(trx, reader.id, now);
  return true;
};

const tellOf = (deps: NewsDeps, job: NewJob): Promise<number> =>
  inChange(deps, async (change) => {
    const { trx, now } = change;
    if (!(await claimNews(trx, job.jobId, now))) return 0;
    const quietSince = new Date(now.getTime() - DAY_MS);
    let told = 0;
    for (const reader of await lockReaders(trx, job, { quietSince, limit: READERS_MAX }))
      told += Number(await tell(change, deps, job, reader));
    await noteTold(trx, job.jobId, told);
    return told;
  });

/**
 * Tells the people on the rosters of jobs that opened in the last day, but not at night, and returns how many heard.
 * See docs/PRODUCT.md#the-roster.
 */
export const tellRoster = async (deps: NewsDeps): Promise<number> => {
  const now = deps.clock.now();
  if (deps.settings.workerLinks === 'off' || isNight(now, deps.settings.timeZone)) return 0;
  let told = 0;
  for (const job of await listNewJobs(deps.db, new Date(now.getTime() - DAY_MS))) told += await tellOf(deps, job);
  return told;
};
