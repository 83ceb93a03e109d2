import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { ApplicationStatus, JobStatus } from '../../../contract/constants/statuses';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { audit, auditAll, userActor, type Actor } from '../../platform/audit';
import { ownerScope } from '../../platform/auth/guard';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import { type Change, inChange, recordFacts } from '../../platform/change';
import type { Row } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { conflict, declinedMeanwhile, notFound } from '../../platform/errors';
import type { KeepAnswer } from '../../platform/http/idempotency';
import { isDeclined } from '../appointments';
import { lockApplication, type LockedApplication } from '../jobs';
import { isErased } from '../workers';
import { insertShortlistings, OUTCOME_SMS_DELAY_MS, removeShortlistings } from '../workerLinks';
import { updateSeen, updateShortlisted } from './repository';
import { changedRow } from './rowService';

/** The most ids in one event for the dashboards. An event about more applications has none, and the lists reload. */
const IDS_MAX = 50;

interface Owned {
  id: number;
  organisationId: number;
  userId: number;
}

const notifyOwners =
  (reason: 'decided' | 'need' | 'stage') =>
  ({ notifyEmployer }: Change, applications: readonly Owned[]): void => {
    const owners = new Map(applications.map(({ userId, organisationId }) => [userId, organisationId]));
    for (const [userId, organisationId] of owners) {
      const owned = applications.filter((one) => one.userId === userId);
      const ids = owned.length > IDS_MAX ? [] : owned.map(({ id }) => id);
      notifyEmployer(organisationId, { type: 'applications', userId, ids, reason });
    }
  };

/** Notifies the open dashboards of decided applications, with one event for each owner. */
export const notifyDecided = notifyOwners('decided');

/** Notifies the open dashboards of changed needs, with one event for each owner. */
export const notifyNeeds = notifyOwners('need');

/** Notifies the open dashboards of changed stages, with one event for each owner. */
export const notifyStages = notifyOwners('stage');

/** The facts that decide whether the shortlist mark of an application may change. */
interface ShortlistFacts {
  status: ApplicationStatus;
  jobStatus: JobStatus;
  isShortlisted: boolean;
  /** True for an application that the organisation declined, false for a rejected one that its worker withdrew. */
  isDeclined: boolean;
  isErased: boolean;
}

/** Returns why the shortlist mark must not change, or null. `application.already` means that it is as wanted. */
export const refusalOfShortlist = (facts: ShortlistFacts, isWanted: boolean): ErrorKey | null => {
  if (facts.jobStatus !== 'active') return ERROR_KEYS.jobNotActive;
  if (facts.status === 'rejected')
    return facts.isDeclined ? ERROR_KEYS.applicationDeclined : ERROR_KEYS.applicationWithdrawn;
  if (isWanted && facts.isErased) return ERROR_KEYS.applicationErased;
  return facts.isShortlisted === isWanted ? ERROR_KEYS.applicationAlready : null;
};

type Application = Row<'applications', 'id' | 'organisationId' | 'userId' | 'jobId' | 'workerId'>;

interface ShortlistChange {
  actor: Actor;
  isShortlisted: boolean;
  /** The shortlist times to set, by application id; now for applications that are not in the map. */
  shortlistedAt?: ReadonlyMap<number, Date>;
  /** The bulk action that changes them. */
  bulkId?: string;
}

/** Sets or clears the shortlist mark of locked applications for which the rules allow it. */
export const shortlistAll = async (
  change: Change,
  locked: readonly Application[],
  { actor, isShortlisted, shortlistedAt, bulkId }: ShortlistChange,
): Promise<void> => {
  if (locked.length === 0) return;
  const { trx, clock, now, emit } = change;
  const action = isShortlisted ? 'application.shortlisted' : 'application.unshortlisted';
  const details = bulkId === undefined ? {} : { bulkId };
  await auditAll(
    trx,
    clock,
    locked.map(({ id }) => ({ actor, action, subjectType: 'application', subjectId: id, details })),
  );
  const ids = locked.map(({ id }) => id);
  if (isShortlisted) await recordFacts(trx, 'shortlisted', ids, now);
  const timeOf = (id: number) => (isShortlisted ? (shortlistedAt?.get(id) ?? now) : null);
  // An undo restores old marks, so nobody is notified.
  const isNew = (id: number) => now.getTime() - (shortlistedAt?.get(id) ?? now).getTime() < OUTCOME_SMS_DELAY_MS;
  if (isShortlisted) await insertShortlistings(trx, ids.filter(isNew), new Date(now.getTime() + OUTCOME_SMS_DELAY_MS));
  else await removeShortlistings(trx, ids);
  // Comes last, because it locks the job's counters until the commit.
  await updateShortlisted(trx, new Map(locked.map(({ id }) => [id, timeOf(id)])));
  for (const { id: applicationId, jobId, workerId } of locked)
    emit({ type: 'shortlisted', workerId, data: { applicationId, jobId, isShortlisted } });
  notifyDecided(change, locked);
};

/** Locks one application in the caller's scope, runs `work` and returns the row after the change. */
const changeOne = (
  deps: Deps,
  user: AuthUser,
  id: number,
  work: (change: Change, application: LockedApplication) => Promise<void>,
): Promise<ApplicationRow> =>
  inChange(deps, async (change) => {
    const scope = ownerScope(user);
    const application = await lockApplication(change.trx, scope, id);
    if (!application) throw notFound();
    await work(change, application);
    return changedRow(change, deps, scope, id);
  });

/**
 * Sets or clears the shortlist mark of an application. A repeat changes nothing. Throws 409 unless the job is active,
 * for a rejected application, and for somebody who was erased.
 */
export const setShortlisted = (
  deps: Deps,
  { user, requestId, keep }: Caller & { keep: KeepAnswer },
  id: number,
  isShortlisted: boolean,
) =>
  changeOne(deps, user, id, async (change, application) => {
    await keep(change.trx, {});
    const declined = application.status === 'rejected' && (await isDeclined(change.trx, id));
    const facts = { ...application, isDeclined: declined, isErased: await isErased(change.trx, application.workerId) };
    const refusal = refusalOfShortlist(facts, isShortlisted);
    if (refusal === ERROR_KEYS.applicationAlready) return;
    if (refusal === ERROR_KEYS.applicationDeclined) throw declinedMeanwhile(id);
    if (refusal) throw conflict(refusal);
    await shortlistAll(change, [application], { actor: userActor({ user, requestId }), isShortlisted });
  });

/** Marks an application as seen. A repeat changes nothing. */
export const markSeen = (deps: Deps, user: AuthUser, requestId: string, id: number) =>
  changeOne(deps, user, id, async ({ trx, clock, now }, { isSeen }) => {
    if (isSeen) return;
    await updateSeen(trx, id);
    await recordFacts(trx, 'opened', [id], now);
    await audit({ trx, clock }, userActor({ user, requestId }), 'application.seen', ['application', id], {});
  });
