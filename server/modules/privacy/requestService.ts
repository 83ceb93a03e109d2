import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import {
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
import { deleteHold, insertHold, lockPerson, type PersonKey } from './personRepository';
import { countRequests, insertConsent, insertRequest, listRequests } from './requestRepository';
import { requestDueAt } from './rules';

/**
 * Records what a worker asks for; while a request of the kind is open, a repeat changes nothing. Throws 404 for a worker
 * who was erased meanwhile.
 */
export const addRequest = (deps: Deps, key: PersonKey, kind: PrivacyRequestKind): Promise<void> =>
  inChange(deps, async ({ trx, clock, now }) => {
    if (!(await lockPerson(trx, key))) throw notFound();
    if (!(await insertRequest(trx, key, { kind, now, dueAt: requestDueAt(now) }))) return;
    const actor = { kind: 'worker', workerId: key.workerId, organisationId: key.organisationId } as const;
    const subject = { subjectType: 'worker', subjectId: key.workerId };
    await audit(trx, clock, actor, { action: 'privacy.requested', ...subject, details: { kind } });
  });

/** Notes in a change what a worker agreed to, under the version of the text that the worker read. */
export const addConsent = ({ trx, now }: Change, key: PersonKey, purpose: ConsentPurpose): Promise<void> =>
  insertConsent(trx, key, { purpose, textVersion: PRIVACY_TEXT_VERSION, now });

export const getRequests = async ({ db, files }: Deps, { organisationId }: AuthUser, query: PrivacyRequestsQuery) => {
  const { page = 1, limit = PAGE_LIMIT_DEFAULT } = query;
  const [total, rows] = await Promise.all([
    countRequests(db, organisationId),
    listRequests(db, organisationId, { limit, offset: (page - 1) * limit }),
  ]);
  const payload = rows.map(({ worker: { imageKey, ...worker }, ...request }) => ({
    ...request,
    worker: { ...worker, imageUrl: files.imageUrl(imageKey) },
  }));
  return { payload, total, page, limit };
};

/** Puts a worker's data on hold or releases them. Throws 404 for a worker whom the organisation does not know. */
export const setHold = (
  deps: Deps,
  { user, requestId, workerId, isOnHold }: { user: AuthUser; requestId: string; workerId: number; isOnHold: boolean },
): Promise<boolean> =>
  inChange(deps, async ({ trx, clock, now }) => {
    const key = { organisationId: user.organisationId, workerId };
    if (!(await lockPerson(trx, key))) throw notFound();
    const isChanged = isOnHold ? await insertHold(trx, key, { userId: user.id, now }) : await deleteHold(trx, key);
    if (isChanged) {
      const action = isOnHold ? 'privacy.held' : 'privacy.released';
      const entry = { action, subjectType: 'worker', subjectId: workerId };
      await audit(trx, clock, { kind: 'user', user, requestId }, entry);
    }
    return isOnHold;
  });
