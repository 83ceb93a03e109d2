import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { ApplicationStatus, JobStatus } from '../../../contract/constants/statuses';
import { recordFacts } from '../../platform/applicationFacts';
import { auditAll, type Actor } from '../../platform/audit';
import type { Change } from '../../platform/change';
import { insertShortlistings, OUTCOME_SMS_DELAY_MS, removeShortlistings } from '../links';
import { notifyDecided } from './notifyOwners';
import { updateShortlisted } from './repository';

/** What decides whether the shortlist mark of an application may change. */
export interface ShortlistFacts {
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

interface Application {
  id: number;
  organisationId: number;
  userId: number;
  jobId: number;
  workerId: number;
}

export interface ShortlistChange {
  actor: Actor;
  isShortlisted: boolean;
  /** When applications were shortlisted, by id; now for the others. */
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
  // The counters of the job stay locked from here to the commit, so this statement comes last.
  await updateShortlisted(trx, new Map(locked.map(({ id }) => [id, timeOf(id)])));
  for (const { id: applicationId, jobId, workerId } of locked)
    emit({ type: 'shortlisted', workerId, data: { applicationId, jobId, isShortlisted } });
  notifyDecided(change, locked);
};
