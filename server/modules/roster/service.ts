import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ROSTER_TEXT_VERSION } from '../../../contract/constants/door';
import { audit } from '../../platform/audit';
import type { Change } from '../../platform/change';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { withdrawTexts } from '../../platform/outgoing/enqueue';
import { idOf, isTokenOf, tokenOf } from '../links';
import { lockWorker } from '../workers';
import {
  endMembership,
  findMemberById,
  isListed,
  upsertMember,
  type Membership,
  type NewMembership,
  type StoredMember,
} from './repository';

/** Keeps the tokens apart from those of applications. */
const PURPOSE = 'roster';

export type Member = StoredMember;
export type { Membership, NewMembership };

/** Returns the token with which somebody withdraws. */
export const memberLink = (secret: string, member: Pick<Member, 'id' | 'nonce'>): string =>
  tokenOf(secret, member, PURPOSE);

const NOBODY = { id: 0, nonce: '' };

/** Returns who holds a token for the roster of an account; undefined for a wrong one. */
export const findMember = async (
  { db, codeSecret }: { db: Kysely<Database>; codeSecret: string },
  { userId, token }: { userId: number; token: string },
): Promise<Member | undefined> => {
  const id = idOf(token);
  const member = id === null ? undefined : await findMemberById(db, { id, userId });
  const fits = isTokenOf(token, codeSecret, member ?? NOBODY, PURPOSE);
  return member && fits ? member : undefined;
};

/** Puts somebody with a proved phone on the roster of an account. */
export const joinRoster = async ({ trx, clock, now }: Change, membership: NewMembership): Promise<Member> => {
  const nonce = randomBytes(16).toString('hex');
  const member = await upsertMember(trx, membership, { nonce, textVersion: ROSTER_TEXT_VERSION, now });
  const { workerId, organisationId, userId } = membership;
  const details = { userId, textVersion: ROSTER_TEXT_VERSION };
  const entry = { action: 'roster.joined', subjectType: 'worker', subjectId: workerId, details };
  await audit(trx, clock, { kind: 'worker', workerId, organisationId }, entry);
  return member;
};

/**
 * Takes somebody off the roster at once, with the text messages that have not left. Returns whether the person is on no
 * roster of the organisation any more.
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
  const entry = { action: 'roster.left', subjectType: 'worker', subjectId: workerId, details: { userId } };
  await audit(trx, clock, { kind: 'worker', workerId, organisationId }, entry);
  return !(await isListed(trx, member));
};
