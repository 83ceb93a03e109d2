import type {
  BranchAccount,
  HrAccount,
  BranchBody,
  HrBody,
  OrganisationSettings,
  OrganisationSettingsBody,
} from '../../../contract/schemas/organisation';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Language } from '../../../contract/constants/options';
import type { Files } from '../../platform/files';
import { audit, userActor } from '../../platform/audit';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import type { Trx } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { inChange } from '../../platform/change';
import { profileColumns, throwTaken, endMailedLinks, invite, mailEmailChange, refuseTakenEmail } from '../account';
import { requirePasswordProof } from '../session';
import * as repository from './repository';
import { type StaffRecord, type StaffColumns, type StaffType, findSettings, updateSettings } from './repository';
import { LIMITS } from '../../platform/limits';

/** Decimals of a degree: about 10 cm, and the number never has an exponent. */
const DECIMALS = 6;
const degrees = (value: number): number => Number(value.toFixed(DECIMALS));

const invitationOf = ({ isActivated, invitedAt }: StaffRecord) => ({
  isActivated,
  invitedAt: isActivated ? null : invitedAt.toISOString(),
});

export const presentHrAccount = (record: StaffRecord): HrAccount => ({
  id: record.id,
  firstName: record.firstName,
  lastName: record.lastName,
  email: record.email,
  ...invitationOf(record),
});

export const presentBranch = (record: StaffRecord, files: Files): BranchAccount => {
  const { latitude, longitude, taxOfficeId, taxOfficeName } = record;
  return {
    ...presentHrAccount(record),
    companyName: record.companyName ?? '',
    taxOffice: taxOfficeId === null || taxOfficeName === null ? null : { id: taxOfficeId, name: taxOfficeName },
    taxOfficeNumber: record.taxOfficeNumber,
    commercialTitle: record.commercialTitle,
    website: record.website,
    companyAddress: record.companyAddress,
    location: latitude === null || longitude === null ? null : `${degrees(latitude)}, ${degrees(longitude)}`,
    imageUrl: files.imageUrl(record.imageKey),
  };
};

export interface StaffCall extends Caller {
  type: StaffType;
}

/** Runs a change in a transaction; an email that a simultaneous request took is a 400. */
export const inStaffTransaction = <T>({ db }: Deps, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(work).catch(throwTaken);

/** Writes the audit entry of a change. */
export const recordAudit = (
  trx: Trx,
  { clock }: Deps,
  { user, type, requestId }: StaffCall,
  { action, id, details }: { action: string; id: number; details?: Record<string, unknown> },
) => audit({ trx, clock }, userActor({ user, requestId }), `${type}.${action}`, ['user', id], details);

/** Returns the columns that the form of a kind sets; throws 400 for its wrong fields. */
export const columnsOf = async (
  { db }: Deps,
  type: StaffType,
  body: BranchBody | HrBody,
  countryCode: string,
): Promise<StaffColumns> => {
  if (type === 'branch') {
    const branch = body as BranchBody;
    return { ...(await profileColumns(db, branch, countryCode)), companyName: branch.companyName.trim() };
  }
  const { firstName, lastName, email } = body;
  return { firstName: firstName.trim(), lastName: lastName.trim(), email };
};

const resendInvitation = async (
  trx: Trx,
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
  trx: Trx,
  deps: Deps,
  call: StaffCall,
  { before, columns }: { before: StaffRecord; columns: StaffColumns },
) => {
  await endMailedLinks(trx, before.id);
  // The new address can belong to another person, so the previous one is signed out.
  await repository.endAccess(trx, before.id);
  const { email, firstName } = columns;
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
  // The check of the body needs a country: that of the caller when the account does not exist.
  const { countryCode } = found ?? (await repository.findFounder(deps.db, call.user.id));
  const columns = await columnsOf(deps, call.type, body, countryCode);
  if (!found) throw notFound();
  if (isNewEmail(found, columns)) {
    await requirePasswordProof(deps, call.user);
    await deps.limiter.take(LIMITS.staffAddresses, String(call.user.organisationId));
  }
  await inStaffTransaction(deps, async (trx) => {
    const before = await repository.lockStaffToEdit(trx, call.user.organisationId, call.type, id);
    if (!before) throw notFound();
    const isMoved = isNewEmail(before, columns);
    if (isMoved) {
      await requirePasswordProof({ db: trx, clock: deps.clock }, call.user);
      await refuseTakenEmail(trx, { email: columns.email, exceptId: id, now: deps.clock.now() });
    }
    await repository.updateStaff(trx, id, columns);
    if (isMoved) await afterNewEmail(trx, deps, call, { before, columns });
    const details = isMoved ? { emailBefore: before.email, email: columns.email } : {};
    await recordAudit(trx, deps, call, { action: 'edited', id, details });
  });
};

/**
 * Deletes an account: it disappears from the lists, its sessions, links and codes end at once, and its history stays
 * readable.
 * Throws 404 for an account of another organisation or kind and 409 for a branch with active jobs.
 */
export const deleteStaff = (deps: Deps, call: StaffCall, id: number): Promise<void> =>
  inStaffTransaction(deps, async (trx) => {
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
  await deps.limiter.take(LIMITS.invitationAccount, String(id));
  await inStaffTransaction(deps, async (trx) => {
    const record = await repository.lockStaff(trx, call.user.organisationId, call.type, id);
    if (!record) throw notFound();
    if (record.isActivated) throw conflict(ERROR_KEYS.accountActivated);
    await resendInvitation(trx, deps, call, record);
    await recordAudit(trx, deps, call, { action: 'invited', id });
  });
};

/** Changes the organisation's settings. Throws 409 `settings.changed` when somebody changed them since `version`. */
export const changeSettings = (
  deps: Deps,
  user: AuthUser,
  requestId: string,
  body: OrganisationSettingsBody,
): Promise<OrganisationSettings> =>
  inChange(deps, async ({ trx, clock, now }) => {
    const { organisationId } = user;
    const before = await findSettings(trx, organisationId);
    const wanted = { ...before, ...body };
    if (!(await updateSettings(trx, organisationId, wanted, now))) throw conflict(ERROR_KEYS.settingsChanged);
    const actor = userActor({ user, requestId });
    await audit({ trx, clock }, actor, 'organisation.settings_changed', ['organisation', organisationId], {
      from: before.tellingMinutes,
      tellingMinutes: wanted.tellingMinutes,
      ...(wanted.reminders !== before.reminders && { reminders: wanted.reminders }),
      ...(wanted.tellShortlisted !== before.tellShortlisted && { tellShortlisted: wanted.tellShortlisted }),
      ...(wanted.personalFilters !== before.personalFilters && { personalFilters: wanted.personalFilters }),
      ...(wanted.offlineReading !== before.offlineReading && { offlineReading: wanted.offlineReading }),
      ...(wanted.retentionMonths !== before.retentionMonths && { retentionMonths: wanted.retentionMonths }),
    });
    return findSettings(trx, organisationId);
  });
