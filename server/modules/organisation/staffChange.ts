import type { Transaction } from 'kysely';
import type { BranchBody, HrBody } from '../../../contract/schemas/organisation';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import type { LimitRule } from '../../platform/limiter';
import { profileColumns, throwTaken } from '../account';
import type { StaffColumns, StaffType } from './repository';

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

/** Runs a change in a transaction; an email that a simultaneous request took is a 400. */
export const inStaffTransaction = <T>({ db }: Deps, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
  db.transaction().execute(work).catch(throwTaken);

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
export const columnsOf = async (
  { db }: Deps,
  type: StaffType,
  body: BranchBody | HrBody,
  countryCode: string,
): Promise<StaffColumns> => {
  if (type === 'branch') {
    const branch = body as BranchBody;
    return { ...(await profileColumns(db, branch, countryCode)), company_name: branch.companyName.trim() };
  }
  const { firstName, lastName, email } = body;
  return { first_name: firstName.trim(), last_name: lastName.trim(), email };
};
