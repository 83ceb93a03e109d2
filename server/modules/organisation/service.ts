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
import { endMailedLinks, invite, tellEmailChange, emailIsTaken } from '../account';
import { requirePasswordProof } from '../session';
import { branchColumns, hrColumns } from './columns';
import * as repository from './repository';
import type { StaffColumns, StaffRecord, StaffType } from './repository';

/** Invitations that one account may be sent again on a day. */
const INVITATION_LIMIT: LimitRule = { name: 'invitation-account', points: 5, seconds: 86_400 };

/** Addresses that one organisation may name in a day: each one is told whether it is taken, or gets a mail. */
const ADDRESS_LIMIT: LimitRule = { name: 'staff-addresses', points: 300, seconds: 86_400 };

/** Who asks, for what kind of account, and in which request. */
export interface StaffCall {
  user: AuthUser;
  type: StaffType;
  requestId: string;
}

const UNIQUE_VIOLATION = '23505';

/** A taken email is a 400 on its field, also where two come at the same moment: the index decides. */
const emailTaken = (error: unknown): never => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === UNIQUE_VIOLATION && constraint === 'users_email')
    throw invalid({ email: ERROR_KEYS.emailNotUnique }, ERROR_KEYS.emailNotUnique);
  throw error;
};

/** The index knows the emails of accounts; those that an account can still get back are asked for. */
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

const note = (
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

/** Opens an account and mails its person a link to set a password. 400 on a taken `email`, 429 over 300 addresses a day. */
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
    await note(trx, deps, call, { action: 'created', id: userId, details: { email } });
    const record = await repository.findStaff(trx, organisationId, call.type, userId);
    if (!record) throw notFound();
    return record;
  });
};

const inviteAgain = async (
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

/** A new address: the links that went to older ones die, also those that restore an email, and who has no password yet is invited at the new one. */
const afterNewEmail = async (
  trx: Transaction<Database>,
  deps: Deps,
  call: StaffCall,
  { before, columns }: { before: StaffRecord; columns: StaffColumns },
) => {
  await endMailedLinks(trx, before.id);
  // Whoever held the account by the old address is signed out: it is somebody else's now.
  await repository.endAccess(trx, before.id);
  const { email, first_name: firstName } = columns;
  if (before.isActivated) {
    const language = before.languageCode as Language;
    // No way back: the organisation decides whose account this is, not the person who had it.
    const change = { before: before.email, after: email, firstName, language, restoreCode: null };
    await tellEmailChange(trx, deps, change, deps.clock.now());
    return;
  }
  await inviteAgain(trx, deps, call, { ...before, email, firstName });
};

const isNewEmail = (before: StaffRecord, columns: StaffColumns): boolean =>
  before.email.toLowerCase() !== columns.email.toLowerCase();

/**
 * Changes an account. 404 for one that is not the organisation's or not of the kind; 403 `auth.reauthenticate` for another
 * email unless the password was given a moment ago; 400 on `email` when it is taken. Another email ends its sessions.
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
    await note(trx, deps, call, { action: 'edited', id, details });
  });
};

/**
 * Closes an account: it is gone from the lists, its sessions, links and codes end at once, what it did stays readable.
 * 404 as above; 409 for a branch with active jobs.
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
    await note(trx, deps, call, { action: 'deleted', id, details: { email: record.email } });
  });

/** Mails an invitation again; the older link dies. 404 as above, 409 for who has a password, 429 over five a day. */
export const inviteStaff = async (deps: Deps, call: StaffCall, id: number): Promise<void> => {
  const found = await repository.findStaff(deps.db, call.user.organisationId, call.type, id);
  if (!found) throw notFound();
  if (found.isActivated) throw conflict(ERROR_KEYS.accountActivated);
  await deps.limiter.take(INVITATION_LIMIT, String(id));
  await inChange(deps, async (trx) => {
    const record = await repository.lockStaff(trx, call.user.organisationId, call.type, id);
    if (!record) throw notFound();
    if (record.isActivated) throw conflict(ERROR_KEYS.accountActivated);
    await inviteAgain(trx, deps, call, record);
    await note(trx, deps, call, { action: 'invited', id });
  });
};
