import type { Transaction } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Language } from '../../../contract/constants/options';
import type { BranchBody, HrBody } from '../../../contract/schemas/organisation';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { conflict, invalid, notFound } from '../../platform/errors';
import type { LimitRule } from '../../platform/limiter';
import { endMailedLinks, invite, mailEmailChange, emailIsTaken } from '../account';
import { requirePasswordProof } from '../session';
import { branchColumns, hrColumns } from './columns';
import * as repository from './repository';
import type { StaffColumns, StaffRecord, StaffType } from './repository';

/** Repeated invitations per account and day. */
const INVITATION_LIMIT: LimitRule = { name: 'invitation-account', points: 5, seconds: 86_400 };

/**
 * Addresses that one organisation may enter per day. Each one gets a mail, or the organisation learns that it is
 * taken.
 */
const ADDRESS_LIMIT: LimitRule = { name: 'staff-addresses', points: 300, seconds: 86_400 };

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
const emailTaken = (error: unknown): never => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === UNIQUE_VIOLATION && constraint === 'users_email')
    throw invalid({ email: ERROR_KEYS.emailNotUnique }, ERROR_KEYS.emailNotUnique);
  throw error;
};

/** Throws 400 for a taken email. The unique index misses emails that an account can still get back. */
const refuseReserved = async (
  trx: Transaction<Database>,
  { clock }: Deps,
  { email, exceptId }: { email: string; exceptId: number | null },
) => {
  if (await emailIsTaken(trx, { email, exceptId, now: clock.now() }))
    throw invalid({ email: ERROR_KEYS.emailNotUnique }, ERROR_KEYS.emailNotUnique);
};

const inChange = <T>({ db }: Deps, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
  db.transaction().execute(work).catch(emailTaken);

const recordAudit = (
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

const columnsOf = async (deps: Deps, type: StaffType, body: BranchBody | HrBody, countryCode: string) =>
  type === 'branch' ? branchColumns(deps.db, body as BranchBody, countryCode) : hrColumns(body);

/**
 * Creates an account and mails its owner a link to set a password. Throws 400 on a taken `email` and 429 above 300
 * addresses a day.
 */
export const createStaff = async (
  deps: Deps,
  call: StaffCall,
  { body, language }: { body: BranchBody | HrBody; language: Language },
): Promise<StaffRecord> => {
  const { organisationId } = call.user;
  const { countryCode, organisationName } = await repository.findFounder(deps.db, call.user.id);
  const columns = await columnsOf(deps, call.type, body, countryCode);
  await deps.limiter.take(ADDRESS_LIMIT, String(organisationId));
  return inChange(deps, async (trx) => {
    const now = deps.clock.now();
    await refuseReserved(trx, deps, { email: columns.email, exceptId: null });
    const userId = await repository.insertStaff(trx, {
      ...columns,
      organisation_id: organisationId,
      user_type: call.type,
      country_code: countryCode,
      language_code: language,
      created_at: now,
    });
    const { email, first_name: firstName } = columns;
    await invite(trx, deps, { userId, email, firstName, organisationName, language }, now);
    await recordAudit(trx, deps, call, { action: 'created', id: userId, details: { email } });
    const record = await repository.findStaff(trx, organisationId, call.type, userId);
    if (!record) throw notFound();
    return record;
  });
};

const resendInvitation = async (
  trx: Transaction<Database>,
  deps: Deps,
  call: StaffCall,
  record: Pick<StaffRecord, 'id' | 'email' | 'firstName' | 'languageCode'>,
) => {
  const { organisationName } = await repository.findFounder(trx, call.user.id);
  const { id: userId, email, firstName } = record;
  const language = record.languageCode as Language;
  await invite(trx, deps, { userId, email, firstName, organisationName, language }, deps.clock.now());
};

/**
 * Deletes all mailed links and ends all access after an email change. An account without a password gets an invitation
 * at the new address; otherwise the old address gets a mail about the change.
 */
const afterNewEmail = async (
  trx: Transaction<Database>,
  deps: Deps,
  call: StaffCall,
  { before, columns }: { before: StaffRecord; columns: StaffColumns },
) => {
  await endMailedLinks(trx, before.id);
  // The new address can belong to another person, so the previous one is signed out.
  await repository.endAccess(trx, before.id);
  const { email, first_name: firstName } = columns;
  if (before.isActivated) {
    const language = before.languageCode as Language;
    // The old address gets no link back: the organisation decides who has the account.
    const change = { before: before.email, after: email, firstName, language, restoreCode: null };
    await mailEmailChange(trx, deps, change, deps.clock.now());
    return;
  }
  await resendInvitation(trx, deps, call, { ...before, email, firstName });
};

const isNewEmail = (before: StaffRecord, columns: StaffColumns): boolean =>
  before.email.toLowerCase() !== columns.email.toLowerCase();

/**
 * Changes an account. A new email ends its sessions. Throws 404 for an account of another organisation or kind, 403
 * `auth.reauthenticate` for a new email without a recent password, and 400 on `email` when it is taken.
 */
export const editStaff = async (
  deps: Deps,
  call: StaffCall,
  { id, body }: { id: number; body: BranchBody | HrBody },
): Promise<void> => {
  const found = await repository.findStaff(deps.db, call.user.organisationId, call.type, id);
  if (!found) throw notFound();
  const columns = await columnsOf(deps, call.type, body, found.countryCode);
  if (isNewEmail(found, columns)) {
    await requirePasswordProof(deps, call.user);
    await deps.limiter.take(ADDRESS_LIMIT, String(call.user.organisationId));
  }
  await inChange(deps, async (trx) => {
    const before = await repository.lockStaffToEdit(trx, call.user.organisationId, call.type, id);
    if (!before) throw notFound();
    const isMoved = isNewEmail(before, columns);
    if (isMoved) {
      await requirePasswordProof({ db: trx, clock: deps.clock }, call.user);
      await refuseReserved(trx, deps, { email: columns.email, exceptId: id });
    }
    await repository.updateStaff(trx, id, columns);
    if (isMoved) await afterNewEmail(trx, deps, call, { before, columns });
    const details = isMoved ? { emailBefore: before.email, email: columns.email } : {};
    await recordAudit(trx, deps, call, { action: 'edited', id, details });
  });
};

/**
 * Deletes an account: it leaves the lists, its sessions, links and codes end at once, and its history stays readable.
 * Throws 404 for an account of another organisation or kind and 409 for a branch with active jobs.
 */
export const deleteStaff = (deps: Deps, call: StaffCall, id: number): Promise<void> =>
  inChange(deps, async (trx) => {
    if (!(await repository.lockStaffToEdit(trx, call.user.organisationId, call.type, id))) throw notFound();
    await repository.endAccess(trx, id);
    const record = await repository.lockStaff(trx, call.user.organisationId, call.type, id);
    if (!record) throw notFound();
    if (call.type === 'branch' && (await repository.hasActiveJobs(trx, id)))
      throw conflict(ERROR_KEYS.branchHasActiveJobs);
    await repository.removeStaff(trx, id, deps.clock.now());
    await endMailedLinks(trx, id);
    await recordAudit(trx, deps, call, { action: 'deleted', id, details: { email: record.email } });
  });

/**
 * Mails an invitation again; the older link stops working. Throws 404 for an account of another organisation or kind,
 * 409 for an account with a password, and 429 above five a day.
 */
export const inviteStaff = async (deps: Deps, call: StaffCall, id: number): Promise<void> => {
  const found = await repository.findStaff(deps.db, call.user.organisationId, call.type, id);
  if (!found) throw notFound();
  if (found.isActivated) throw conflict(ERROR_KEYS.accountActivated);
  await deps.limiter.take(INVITATION_LIMIT, String(id));
  await inChange(deps, async (trx) => {
    const record = await repository.lockStaff(trx, call.user.organisationId, call.type, id);
    if (!record) throw notFound();
    if (record.isActivated) throw conflict(ERROR_KEYS.accountActivated);
    await resendInvitation(trx, deps, call, record);
    await recordAudit(trx, deps, call, { action: 'invited', id });
  });
};
