import type { Kysely } from 'kysely';
import type { BulkAction } from '../../../contract/constants/bulks';
import type { ErrorKey } from '../../../contract/constants/errorKeys';
import type { Database } from '../../platform/database/schema';
import type { DecidedApplication } from '../decisions';
import { findDeletedOwners } from './messageRepository';
import { refusalsOf } from './rules';

/** An application, and why the action leaves it out. */
export interface CheckedApplication {
  application: DecidedApplication;
  key: ErrorKey | null;
}

/** Applies the rules of an action: the same for the preview and for the locked applications of the run. */
export const checkApplications = async (
  db: Kysely<Database>,
  action: BulkAction,
  applications: readonly DecidedApplication[],
  isClosing = false,
): Promise<CheckedApplication[]> => {
  const owners = new Set(applications.map(({ userId }) => userId));
  const deletedOwners = action === 'message' ? await findDeletedOwners(db, [...owners]) : new Set<number>();
  const refusals = refusalsOf(action, applications, { deletedOwners, isClosing });
  return applications.map((application, at) => ({ application, key: refusals[at] ?? null }));
};
