import { ROSTER_TEXT_VERSION } from '../../../contract/constants/publicPage';
import { DAY } from '../../../contract/constants/time';
import { audit } from '../../platform/audit';
import { type Change, inChange } from '../../platform/change';
import type { Db } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { withdrawTexts, enqueue } from '../../platform/outgoing/enqueue';
import { idOf, isTokenOf, tokenOf } from '../workerLinks';
import { lockWorker, findWorkerLocale, formatDialNumber } from '../workers';
import {
  endMembership,
  findMemberById,
  isListed,
  upsertMember,
  type NewMembership,
  type StoredMember,
  claimJob,
  listNewJobs,
  lockRecipients,
  markTold,
  noteTold,
  type NewJob,
  type Recipient,
} from './repository';
import { isNight } from '../../../contract/rules/night';
import { workerSms } from '../../platform/outgoing/workerSms';
import { randomHex } from '../../platform/secrets';

export * from './repository';

/** The purpose in a token's signature, so that tokens of applications do not work here. */
const PURPOSE = 'roster';

export type Member = StoredMember;

/** Returns the token with which somebody leaves the roster. */
export const memberLink = (secret: string, member: Pick<Member, 'id' | 'nonce'>): string =>
  tokenOf(secret, member, PURPOSE);

const NOBODY = { id: 0, nonce: '' };

/** Returns the member of an account's roster whom a token names; undefined for a wrong token. */
export const findMember = async (
  { db, codeSecret }: { db: Db; codeSecret: string },
  { userId, token }: { userId: number; token: string },
): Promise<Member | undefined> => {
  const id = idOf(token);
  const member = id === null ? undefined : await findMemberById(db, { id, userId });
  const fits = isTokenOf(token, codeSecret, member ?? NOBODY, PURPOSE);
  return member && fits ? member : undefined;
};

/** Adds somebody with a proved phone to the roster of an account. */
export const joinRoster = async ({ trx, clock, now }: Change, membership: NewMembership): Promise<Member> => {
  const nonce = randomHex();
  const member = await upsertMember(trx, membership, { nonce, textVersion: ROSTER_TEXT_VERSION, now });
  const { workerId, organisationId, userId } = membership;
  const actor = { kind: 'worker', workerId, organisationId } as const;
  const details = { userId, textVersion: ROSTER_TEXT_VERSION };
  await audit({ trx, clock }, actor, 'roster.joined', ['worker', workerId], details);
  return member;
};

/**
 * Removes somebody from the roster and deletes their unsent text messages. Returns true when the person is now on no
 * roster of the organisation.
 */
export const withdraw = async (
  { trx, clock, now }: Change,
  { codeSecret }: Pick<Deps, 'codeSecret'>,
  member: Member,
): Promise<boolean> => {
  const { id, workerId, userId, organisationId } = member;
  // Joining locks the same row, so that joining and leaving rosters of one organisation take turns.
  await lockWorker(trx, workerId);
  if (!(await endMembership(trx, id, now))) return false;
  await withdrawTexts(trx, memberLink(codeSecret, member));
  await audit({ trx, clock }, { kind: 'worker', workerId, organisationId }, 'roster.left', ['worker', workerId], {
    userId,
  });
  return !(await isListed(trx, member));
};

/** The most people notified of one job, because each text message costs the operator money. */
const RECIPIENTS_MAX = 500;

type RosterDeps = Pick<Deps, 'db' | 'clock' | 'codeSecret'> & {
  settings: Pick<Deps['settings'], 'publicUrl' | 'timeZone' | 'workerLinks'>;
};

const notifyMember = async (
  { trx, now }: Change,
  deps: RosterDeps,
  { job, recipient, phone }: { job: NewJob; recipient: Recipient; phone: string },
): Promise<void> => {
  const { publicUrl, timeZone } = deps.settings;
  const link = `${publicUrl}/p/${job.code}/${job.jobId}?r=${memberLink(deps.codeSecret, recipient)}`;
  const locale = await findWorkerLocale(trx, recipient.workerId);
  const about = { company: job.companyName, job: job.title, at: null, link };
  const text = workerSms({ name: 'newJob', ...about, ...locale, timeZone });
  const usefulUntil = new Date(now.getTime() + DAY);
  await enqueue(trx, now, { channel: 'sms', phone, text, usefulUntil, isQuiet: true });
};

const notifyOfJob = (deps: RosterDeps, job: NewJob): Promise<number> =>
  inChange(deps, async (change) => {
    const { trx, now } = change;
    if (!(await claimJob(trx, job.jobId, now))) return 0;
    const quietSince = new Date(now.getTime() - DAY);
    const phones = new Set<string>();
    for (const recipient of await lockRecipients(trx, job, { quietSince, limit: RECIPIENTS_MAX })) {
      const phone = formatDialNumber(recipient.phone, recipient.countryCode);
      if (!phone) continue;
      if (!phones.has(phone)) await notifyMember(change, deps, { job, recipient, phone });
      phones.add(phone);
      await markTold(trx, recipient.id, now);
    }
    await noteTold(trx, job.jobId, phones.size);
    return phones.size;
  });

/**
 * Notifies the people on the rosters of jobs that opened in the last day, but not at night, and returns their number.
 * See docs/PRODUCT.md#the-roster.
 */
export const notifyRosters = async (deps: RosterDeps): Promise<number> => {
  const now = deps.clock.now();
  if (deps.settings.workerLinks === 'off' || isNight(now, deps.settings.timeZone)) return 0;
  let told = 0;
  for (const job of await listNewJobs(deps.db, new Date(now.getTime() - DAY))) told += await notifyOfJob(deps, job);
  return told;
};
