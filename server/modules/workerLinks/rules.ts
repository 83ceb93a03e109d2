import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Reach } from '../../../contract/constants/decisions';
import { HOUR } from '../../../contract/constants/time';
import { outOfNight } from '../../../contract/rules/night';
import type { Settings } from '../../platform/settings';
import { isOwnWorker, isTombstone } from '../workers';

type WorkerLinks = Settings['workerLinks'];

interface ReachFacts {
  phone: string | null;
  externalId: string;
}

/**
 * Returns the channel by which a worker is notified: the product that they use, or text messages for workers from a
 * public page with a phone. Nobody else can be reached.
 */
export const reachOf = (workerLinks: WorkerLinks, { phone, externalId }: ReachFacts): Reach => {
  if (isTombstone({ externalId })) return 'none';
  if (!isOwnWorker({ externalId })) return 'product';
  return phone !== null && workerLinks !== 'off' ? 'sms' : 'none';
};

/** Returns whether a worker gets text messages, alone or in addition to their product's notifications. */
export const receivesSms = (workerLinks: WorkerLinks, worker: ReachFacts): boolean =>
  (workerLinks === 'all' && worker.phone !== null) || reachOf(workerLinks, worker) === 'sms';

/** Milliseconds until the retry for a phone that has reached its daily limit of text messages. */
const FULL_MS = HOUR;

/** Returns when to retry a phone that has reached its daily limit of text messages, but not at night. */
export const retryTimeOf = (now: Date, timeZone: string): Date =>
  outOfNight(new Date(now.getTime() + FULL_MS), timeZone);

/** Bytes of a link's id; 2^48 links are enough. */
const ID_BYTES = 6;
/** Bytes of the proof, 128 bits. */
const PROOF_BYTES = 16;
/** Characters of a token: base64url of the id and the proof. */
const TOKEN = /^[A-Za-z0-9_-]{30}$/;

export interface LinkKey {
  id: number;
  nonce: string;
}

/** What a link opens; a token for one purpose is invalid for another. */
type LinkPurpose = 'worker-link' | 'roster';

const proofOf = (secret: string, { id, nonce }: LinkKey, purpose: LinkPurpose): Buffer =>
  createHmac('sha256', secret).update(`${purpose} ${id} ${nonce}`).digest().subarray(0, PROOF_BYTES);

/** Returns the token of a link: its id and 128 bits that only the server can derive from the id and the nonce. */
export const tokenOf = (secret: string, key: LinkKey, purpose: LinkPurpose = 'worker-link'): string => {
  const id = Buffer.alloc(ID_BYTES);
  id.writeUIntBE(key.id, 0, ID_BYTES);
  return Buffer.concat([id, proofOf(secret, key, purpose)]).toString('base64url');
};

/** Returns the id that a token names, or null for a text that is no token. */
export const idOf = (token: string): number | null => {
  if (!TOKEN.test(token)) return null;
  const id = Buffer.from(token, 'base64url').readUIntBE(0, ID_BYTES);
  return id > 0 ? id : null;
};

/** Returns whether the token belongs to this link, in constant time. */
export const isTokenOf = (
  token: string,
  secret: string,
  key: LinkKey,
  purpose: LinkPurpose = 'worker-link',
): boolean => {
  const expected = Buffer.from(tokenOf(secret, key, purpose));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
};
