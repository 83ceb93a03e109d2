import { randomBytes } from 'node:crypto';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import { dayAt } from '../../../contract/zone';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import type { LimitRule } from '../../platform/limiter';
import { findWorkerDetails, presentForFile } from '../applications';
import { findPersonData, findPersonExport, insertPersonExport } from './exportRepository';
import { findPerson, lockPerson, type PersonKey } from './personRepository';

/** Files of people that an account may make in an hour. */
const LIMIT: LimitRule = { name: 'privacy-export', points: 30, seconds: 3600 };

const newKey = (): string => randomBytes(16).toString('hex');

const contentOf = async ({ db, clock }: Deps, key: PersonKey): Promise<Buffer> => {
  const [data, details] = await Promise.all([findPersonData(db, key), findWorkerDetails(db, key.workerId)]);
  if (!details) throw notFound();
  const profile = { ...data.profile, ...presentForFile(details) };
  return Buffer.from(JSON.stringify({ writtenAt: clock.now().toISOString(), ...data, profile }, null, 2));
};

interface ExportCall {
  user: AuthUser;
  requestId: string;
  language: Language;
  workerId: number;
}

interface StoreCall {
  user: AuthUser;
  language: Language;
  workerId: number;
  keepUntil: Date | null;
}

/**
 * Stores everything that the caller's organisation holds about a worker, and does `work` in the transaction that names the
 * file. Throws 404 for a worker whom the organisation does not know.
 */
export const storePersonFile = async <T>(
  deps: Deps,
  { user, language, workerId, keepUntil }: StoreCall,
  work: (change: Change, id: string) => Promise<T>,
): Promise<T> => {
  const { db, fileStore } = deps;
  const key = { organisationId: user.organisationId, workerId };
  if (!(await findPerson(db, key))) throw notFound();
  const [id, fileKey] = [newKey(), `person-${newKey()}`];
  await fileStore.put(fileKey, { bytes: await contentOf(deps, key), contentType: MEDIA_TYPES.download });
  try {
    return await inChange(deps, async (change) => {
      const { trx, now } = change;
      // An erasure may have gone first.
      if (!(await lockPerson(trx, key))) throw notFound();
      await insertPersonExport(trx, { ...key, id, userId: user.id, language, fileKey, keepUntil, now });
      return work(change, id);
    });
  } catch (error) {
    // No row names the file, so nothing else would remove it.
    await fileStore.remove(fileKey).catch(() => undefined);
    throw error;
  }
};

/**
 * Makes a file of everything that the caller's organisation holds about a worker. It does not answer the worker's request.
 * Returns the id of the file. Throws 404 for a worker whom the
 * organisation does not know.
 */
export const exportPerson = async (
  deps: Deps,
  { user, requestId, language, workerId }: ExportCall,
): Promise<string> => {
  if (!(await findPerson(deps.db, { organisationId: user.organisationId, workerId }))) throw notFound();
  await deps.limiter.take(LIMIT, String(user.id));
  return storePersonFile(deps, { user, language, workerId, keepUntil: null }, async ({ trx, clock }, id) => {
    const entry = { action: 'worker.exported', subjectType: 'worker', subjectId: workerId };
    await audit(trx, clock, { kind: 'user', user, requestId }, entry);
    return id;
  });
};

const findOwn = async ({ db }: Deps, user: AuthUser, id: string) => {
  const found = await findPersonExport(db, user, id);
  if (!found) throw notFound();
  return found;
};

export const getPersonExport = async (deps: Deps, user: AuthUser, id: string) => {
  await findOwn(deps, user, id);
  return { state: 'done' as const, done: 1, total: 1 };
};

export const getPersonFile = async (deps: Deps, user: AuthUser, id: string) => {
  const { fileKey, createdAt } = await findOwn(deps, user, id);
  const file = await deps.fileStore.open(fileKey);
  if (!file) throw notFound();
  const name = `Person_${dayAt(createdAt, deps.settings.timeZone)}.json`;
  return { name, type: MEDIA_TYPES.download, content: file.stream };
};
