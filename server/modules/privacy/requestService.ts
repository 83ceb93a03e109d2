import { ROSTER_TEXT_VERSION } from '../../../contract/constants/door';
import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import type { Language } from '../../../contract/constants/options';
import {
  PRIVACY_ANSWER_DAYS,
  PRIVACY_TEXT_VERSION,
  type ConsentPurpose,
  type PrivacyRequestKind,
} from '../../../contract/constants/privacy';
import type { PrivacyRequestsQuery } from '../../../contract/schemas/privacy';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { hearsBySms, sendTimelessSms } from '../links';
import { endConsent, insertConsent } from './consentRepository';
import { storePersonFile } from './exportService';
import { lockPerson, type PersonKey } from './personRepository';
import { notifyOwners } from './requestMails';
import {
  closeDataRequest,
  countRequests,
  findDataRequest,
  findLinkedApplication,
  insertRequest,
  listRequests,
} from './requestRepository';
import { addDays, requestDueAt } from './rules';

/**
 * Records what a worker asks for and mails those who decide about it; while a request of the kind is open, a repeat
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
    const subject = { subjectType: 'worker', subjectId: key.workerId };
    await audit(trx, clock, actor, { action: 'privacy.requested', ...subject, details: { kind } });
  });

/** The versions of the texts that people agree to. */
const TEXT_VERSIONS: Record<ConsentPurpose, string> = {
  application: PRIVACY_TEXT_VERSION,
  roster: String(ROSTER_TEXT_VERSION),
};

/** Notes in a change what a worker agreed to, under the version of the text that the worker read. */
export const addConsent = ({ trx, now }: Change, key: PersonKey, purpose: ConsentPurpose): Promise<void> =>
  insertConsent(trx, key, { purpose, textVersion: TEXT_VERSIONS[purpose], now });

/** Notes in a change that a worker took a consent back. The row stays, so that the consent can be shown. */
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
  const payload = rows.map(({ worker: { imageKey, ...worker }, phone, externalId, ...request }) => ({
    ...request,
    isReachable: hearsBySms(settings.workerLinks, { phone, externalId }),
    worker: { ...worker, imageUrl: files.imageUrl(imageKey) },
  }));
  return { payload, total, page, limit };
};

interface AnswerCall {
  user: AuthUser;
  requestId: string;
  language: Language;
  id: number;
}

/**
 * Answers a request for the data: the worker's page offers them for 30 days, and a text message says so. Returns when it
 * was closed first. Throws 404 for a request to erase and for one of another organisation.
 */
export const answerRequest = async (deps: Deps, { user, requestId, language, id }: AnswerCall): Promise<Date> => {
  const { organisationId } = user;
  const request = await findDataRequest(deps.db, { organisationId, id });
  if (!request) throw notFound();
  const { workerId, closedAt: before } = request;
  if (before) return before;
  const keepUntil = addDays(deps.clock.now(), PRIVACY_ANSWER_DAYS);
  return storePersonFile(deps, { user, language, workerId, keepUntil }, async (change) => {
    const { trx, clock, now } = change;
    const closed = await closeDataRequest(trx, { organisationId, id, now });
    if (!closed) throw notFound();
    if (!closed.isNew) return closed.closedAt;
    const application = await findLinkedApplication(trx, { organisationId, workerId });
    if (application)
      await sendTimelessSms(change, deps, { ...application, workerId, organisationId, name: 'dataReady' });
    const entry = { action: 'privacy.answered', subjectType: 'worker', subjectId: workerId };
    await audit(trx, clock, { kind: 'user', user, requestId }, entry);
    return closed.closedAt;
  });
};
