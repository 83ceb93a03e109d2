import type { Transaction } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { BranchBody, HrBody } from '../../../contract/schemas/organisation';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { invalid } from '../../platform/errors';
import type { LimitRule } from '../../platform/limiter';
import { emailIsTaken } from '../account';
import { branchColumns, hrColumns } from './columns';
import type { StaffType } from './repository';

/**
 * Addresses that one organisation may enter per day. Each one gets a mail, or the organisation learns that it is
 * taken.
 */
export const ADDRESS_LIMIT: LimitRule = { name: 'staff-addresses', points: 300, seconds: 86_400 };

export interface StaffCall {
  user: AuthUser;
  type: StaffType;
  requestId: string;
}

const UNIQUE_VIOLATION = '23505';

/**
 * Turns a violation of the unique index into the 400 of a taken email, so that of two simultaneous requests the second
 * fails.
 */
export const emailTaken = (error: unknown): never => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === UNIQUE_VIOLATION && constraint === 'users_email')
    throw invalid({ email: ERROR_KEYS.emailNotUnique }, ERROR_KEYS.emailNotUnique);
  throw error;
};

/** Throws 400 for a taken email. The unique index misses emails that an account can still get back. */
export const refuseReserved = async (
  trx: Transaction<Database>,
  { clock }: Deps,
  { email, exceptId }: { email: string; exceptId: number | null },
) => {
  if (await emailIsTaken(trx, { email, exceptId, now: clock.now() }))
    throw invalid({ email: ERROR_KEYS.emailNotUnique }, ERROR_KEYS.emailNotUnique);
};

/** Runs a change in a transaction. */
export const inChange = <T>({ db }: Deps, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
  db.transaction().execute(work).catch(emailTaken);

/** Writes the audit entry of a change. */
export const recordAudit = (
  trx: Transaction<Database>,
  { clock }: Deps,
  { user, type, requestId }: StaffCall,
  { action, id, details }: { action: string; id: number; details?: Record<string, unknown> },
) =>
  audit(
    trx,
    clock,
    { kind: 'user', user, requestId },
    { action: `${type}.${action}`, subjectType: 'user', subjectId: id, ...(details && { details }) },
  );

/** Returns the columns that the form of a kind sets; throws 400 for its wrong fields. */
export const columnsOf = async (deps: Deps, type: StaffType, body: BranchBody | HrBody, countryCode: string) =>
  type === 'branch' ? branchColumns(deps.db, body as BranchBody, countryCode) : hrColumns(body);
