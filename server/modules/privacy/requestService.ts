import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import type { HoldsQuery, PrivacyRequestsQuery } from '../../../contract/schemas/privacy';
import { audit, userActor } from '../../platform/audit';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import { inChange, type Change } from '../../platform/change';
import type { Db } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import {
  countHolds,
  deleteHold,
  insertHold,
  listHolds,
  findPerson,
  lockPerson,
  type PersonKey,
  endConsent,
  insertConsent,
  findPersonData,
  findPersonExport,
  insertPersonExport,
  closeDataRequest,
  countRequests,
  findDataRequest,
  findLinkedApplication,
  findRequester,
  reopenRequest,
  insertRequest,
  listRequests,
} from './personRepository';
import { BASES, MEDIA_TYPES } from '../../../contract/constants/http';
import {
  type PrivacyRequestKind,
  PRIVACY_ANSWER_DAYS,
  PRIVACY_TEXT_VERSION,
  type ConsentPurpose,
} from '../../../contract/constants/privacy';
import type { Language } from '../../../contract/constants/options';
import { dayAt } from '../../../contract/zone';
import { ROSTER_TEXT_VERSION } from '../../../contract/constants/publicPage';
import { languageOf, longDate } from '../../platform/messages';
import { enqueue } from '../../platform/outgoing/enqueue';
import { mailOf, type MailName } from '../../platform/outgoing/mails';
import { listOwners } from '../organisation';
import { findWorkerDetails, presentForFile } from '../applications';
import { receivesSms, sendTimelessSms } from '../workerLinks';
import { isTombstone } from '../workers';
import { addDays, requestDueAt } from './eraseService';
import { LIMITS } from '../../platform/limits';
import { randomHex } from '../../platform/secrets';

/** Throws 404 for a worker whom the organisation does not know. */
const requirePerson = async (db: Db, key: PersonKey): Promise<void> => {
  if (!(await findPerson(db, key))) throw notFound();
};

/** Returns a page of the holds, or the hold of one worker. Throws 404 for a worker whom the organisation does not know. */
export const getHolds = async ({ db, files }: Deps, { organisationId }: AuthUser, query: HoldsQuery) => {
  const { page = 1, limit = PAGE_LIMIT_DEFAULT, workerId } = query;
  if (workerId !== undefined) await requirePerson(db, { organisationId, workerId });
  const filter = { organisationId, workerId };
  const [total, rows] = await Promise.all([
    countHolds(db, filter),
    listHolds(db, filter, { limit, offset: (page - 1) * limit }),
  ]);
  const payload = rows.map(({ worker: { imageKey, ...worker }, ...hold }) => ({
    ...hold,
    worker: { ...worker, imageUrl: files.imageUrl(imageKey) },
  }));
  return { payload, total, page, limit };
};

interface HoldCall extends Caller {
  workerId: number;
  isOnHold: boolean;
  note?: string;
}

/**
 * Puts a worker's data on hold or releases them. The audit log does not get the note, because it may name people.
 * Throws 404 for a worker whom the organisation does not know.
 */
export const setHold = (deps: Deps, { user, requestId, workerId, isOnHold, note }: HoldCall): Promise<boolean> =>
  inChange(deps, async ({ trx, clock, now }) => {
    const key = { organisationId: user.organisationId, workerId };
    if (!(await lockPerson(trx, key))) throw notFound();
    const hold = { userId: user.id, reason: note?.trim() ?? null, now };
    const isChanged = isOnHold ? await insertHold(trx, key, hold) : await deleteHold(trx, key);
    if (isChanged) {
      const action = isOnHold ? 'privacy.held' : 'privacy.released';
      await audit({ trx, clock }, userActor({ user, requestId }), action, ['worker', workerId]);
    }
    return isOnHold;
  });

const MAILS: Record<PrivacyRequestKind, MailName> = { data: 'dataRequest', erase: 'eraseRequest' };

interface NewRequest {
  organisationId: number;
  kind: PrivacyRequestKind;
  dueAt: Date;
}

/**
 * Mails the root or company account that somebody asked for their data or their erasure. The mail does not say who,
 * because it outlives an erasure.
 */
const notifyOwners = async (
  { trx, now }: Change,
  { settings }: Pick<Deps, 'settings'>,
  { organisationId, kind, dueAt }: NewRequest,
): Promise<void> => {
  const link = `${settings.publicUrl}${BASES.dashboard}/privacy`;
  for (const { email, firstName, language: code } of await listOwners(trx, organisationId)) {
    const language = languageOf(code);
    const values = { name: firstName, date: longDate(dueAt, { language, timeZone: settings.timeZone }) };
    await enqueue(trx, now, mailOf(MAILS[kind], { to: email, language, link, values }));
  }
};

const contentOf = async ({ db, clock }: Deps, key: PersonKey): Promise<Buffer> => {
  const [data, details] = await Promise.all([findPersonData(db, key), findWorkerDetails(db, key.workerId)]);
  if (!details) throw notFound();
  const profile = { ...data.profile, ...presentForFile(details) };
  return Buffer.from(JSON.stringify({ writtenAt: clock.now().toISOString(), ...data, profile }, null, 2));
};

interface ExportCall extends Caller {
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
 * Writes a file with everything that the caller's organisation holds about a worker, and runs `work` in a transaction
 * with the worker locked. The file stays only when `work` calls `keep`, which stores its row and returns its id. Throws
 * 404 when the worker was erased meanwhile.
 */
const storePersonFile = async <T>(
  deps: Deps,
  { user, language, workerId, keepUntil }: StoreCall,
  work: (change: Change, keep: () => Promise<string>) => Promise<T>,
): Promise<T> => {
  const { fileStore } = deps;
  const key = { organisationId: user.organisationId, workerId };
  const [id, fileKey] = [randomHex(), `person-${randomHex()}`];
  await fileStore.put(fileKey, { bytes: await contentOf(deps, key), contentType: MEDIA_TYPES.download });
  let isKept = false;
  try {
    return await inChange(deps, async (change) => {
      const { trx, now } = change;
      // The worker may have been erased meanwhile.
      if (!(await lockPerson(trx, key))) throw notFound();
      return work(change, async () => {
        await insertPersonExport(trx, { ...key, id, userId: user.id, language, fileKey, keepUntil, now });
        isKept = true;
        return id;
      });
    });
  } catch (error) {
    isKept = false;
    throw error;
  } finally {
    // No row names the file, so nothing else would remove it.
    if (!isKept) await fileStore.remove(fileKey).catch(() => undefined);
  }
};

/**
 * Creates a file of everything that the caller's organisation holds about a worker, and returns its id. It does not
 * close the worker's request. Throws 404 for a worker whom the organisation does not know.
 */
export const exportPerson = async (
  deps: Deps,
  { user, requestId, language, workerId }: ExportCall,
): Promise<string> => {
  await requirePerson(deps.db, { organisationId: user.organisationId, workerId });
  await deps.limiter.take(LIMITS.privacyExport, String(user.id));
  return storePersonFile(deps, { user, language, workerId, keepUntil: null }, async ({ trx, clock }, keep) => {
    await audit({ trx, clock }, userActor({ user, requestId }), 'worker.exported', ['worker', workerId]);
    return keep();
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

/**
 * Records a worker's request and mails the accounts that decide about it. While a request of the kind is open, a repeat
 * changes nothing. Throws 404 for a worker who was erased meanwhile.
 */
export const addRequest = (deps: Deps, key: PersonKey, kind: PrivacyRequestKind): Promise<void> =>
  inChange(deps, async (change) => {
    const { trx, clock, now } = change;
    if (!(await lockPerson(trx, key))) throw notFound();
    const dueAt = requestDueAt(now);
    if (!(await insertRequest(trx, key, { kind, now, dueAt }))) return;
    await notifyOwners(change, deps, { organisationId: key.organisationId, kind, dueAt });
    const actor = { kind: 'worker', workerId: key.workerId, organisationId: key.organisationId } as const;
    await audit({ trx, clock }, actor, 'privacy.requested', ['worker', key.workerId], { kind });
  });

/** The versions of the texts that people agree to. */
const TEXT_VERSIONS: Record<ConsentPurpose, string> = {
  application: PRIVACY_TEXT_VERSION,
  roster: String(ROSTER_TEXT_VERSION),
};

/** Stores in a change what a worker agreed to, with the version of the text that the worker read. */
export const addConsent = ({ trx, now }: Change, key: PersonKey, purpose: ConsentPurpose): Promise<void> =>
  insertConsent(trx, key, { purpose, textVersion: TEXT_VERSIONS[purpose], now });

/** Records in a change that a worker withdrew a consent. The row stays as evidence of the consent. */
export const withdrawConsent = ({ trx, now }: Change, key: PersonKey, purpose: ConsentPurpose): Promise<void> =>
  endConsent(trx, key, { purpose, now });

export const getRequests = async (
  { db, files, settings }: Deps,
  { organisationId }: AuthUser,
  query: PrivacyRequestsQuery,
) => {
  const { page = 1, limit = PAGE_LIMIT_DEFAULT, state } = query;
  const filter = { organisationId, state };
  const [total, rows] = await Promise.all([
    countRequests(db, filter),
    listRequests(db, filter, { limit, offset: (page - 1) * limit }),
  ]);
  const payload = rows.map(({ worker: { imageKey, ...worker }, phone, externalId, canBeTold, ...request }) => ({
    ...request,
    isReachable: canBeTold && receivesSms(settings.workerLinks, { phone, externalId }),
    worker: {
      ...worker,
      imageUrl: files.imageUrl(imageKey),
      ...(isTombstone({ externalId }) && { isErased: true as const }),
    },
  }));
  return { payload, total, page, limit };
};

interface AnswerCall extends Caller {
  language: Language;
  id: number;
}

/**
 * Answers a request for data: the worker's page offers the file for 30 days, and a text message says so, unless an
 * earlier one was given up. Returns when the request was first closed. Throws 404 for a request to erase and for one of another organisation.
 */
export const answerRequest = async (deps: Deps, { user, requestId, language, id }: AnswerCall): Promise<Date> => {
  const { organisationId } = user;
  const request = await findDataRequest(deps.db, { organisationId, id });
  if (!request) throw notFound();
  const { workerId, closedAt: before, untoldAt } = request;
  if (before) return before;
  await requirePerson(deps.db, { organisationId, workerId });
  const keepUntil = addDays(deps.clock.now(), PRIVACY_ANSWER_DAYS);
  return storePersonFile(deps, { user, language, workerId, keepUntil }, async (change, keep) => {
    const { trx, clock, now } = change;
    const closed = await closeDataRequest(trx, { organisationId, id, now });
    if (!closed) throw notFound();
    if (!closed.isNew) return closed.closedAt;
    await keep();
    const application = await findLinkedApplication(trx, { organisationId, workerId });
    // Without a text message the user has read that closing means having sent the file by hand.
    if (application && untoldAt === null) {
      const sms = { ...application, workerId, organisationId, name: 'dataReady', privacyRequestId: id } as const;
      await sendTimelessSms(change, deps, sms);
    }
    await audit({ trx, clock }, userActor({ user, requestId }), 'privacy.answered', ['worker', workerId]);
    return closed.closedAt;
  });
};

/**
 * Opens a request for data again whose answer the worker never heard of, because the text message was given up, and
 * mails the accounts that decide about it: they send the file by hand. An erasure or a newer request of the worker ends
 * this.
 */
export const noteAnswerGivenUp = async (change: Change, deps: Deps, id: number): Promise<void> => {
  const { trx, clock, now } = change;
  const key = await findRequester(trx, id);
  if (!key || !(await lockPerson(trx, key))) return;
  const reopened = await reopenRequest(trx, id, now);
  if (!reopened) return;
  const { organisationId, workerId } = key;
  await notifyOwners(change, deps, { organisationId, kind: 'data', dueAt: reopened.dueAt });
  await audit({ trx, clock }, { kind: 'clock', organisationId }, 'privacy.not_told', ['worker', workerId]);
};
