import { sql, type Expression, type SqlBool } from 'kysely';
import { textOrNull } from '../../../contract/constants/cleanText';
import type { EmployerType } from '../../../contract/constants/roles';
import { hasRow, run } from '../../platform/database/query';
import type { Db, Names, Row, Trx } from '../../platform/database/schema';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { BranchBody } from '../../../contract/schemas/organisation';
import { invalid } from '../../platform/errors';
import { parsePoint } from '../../platform/geo';
import { countryByCode, nearestPlace } from '../reference';

const sameEmail = (email: string) => sql<boolean>`lower(email collate "C") = lower(${email}::text collate "C")`;

interface WantedEmail {
  email: string;
  /** The account that may keep the email. */
  exceptId: number | null;
  now: Date;
}

/**
 * Whether a live account other than `exceptId` has the email or can still get it back. Otherwise a thief could
 * register the address that they took from an account.
 */
export const emailIsTaken = (db: Db, { email, exceptId, now }: WantedEmail) => hasRow(db)`
    select 1 from users where ${sameEmail(email)} and deleted_at is null and id is distinct from ${exceptId}
    union all
    select 1 from email_restorations
    where ${sameEmail(email)} and expires_at > ${now} and user_id is distinct from ${exceptId}`;

export interface MailRecipient extends Row<'users', 'id' | 'email' | 'firstName' | 'lastName' | 'languageCode'> {
  organisationId: number;
}

const mailRecipient = ['id', 'organisationId', 'email', 'firstName', 'lastName', 'languageCode'] as const;

const mailRecipients = (db: Db, which: Expression<SqlBool>) =>
  db
    .selectFrom('users')
    .select(mailRecipient)
    .$narrowType<{ organisationId: number }>()
    .where(which)
    .where('deletedAt', 'is', null)
    .where('organisationId', 'is not', null);

const lockMailRecipient = (trx: Trx, which: Expression<SqlBool>): Promise<MailRecipient | undefined> =>
  mailRecipients(trx, which)
    // Token rotation locks the token and then needs a key share lock on this row. A stronger lock here could cause a
    // deadlock.
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * Returns and locks a live employer account by its email. An account whose email is just changing no longer matches.
 * Workers set their password in another product.
 */
export const lockEmployerByEmail = (trx: Trx, email: string): Promise<MailRecipient | undefined> =>
  lockMailRecipient(trx, sameEmail(email));

/** Returns and locks a live account. Lock the account before its mailed links. */
export const lockEmployer = (trx: Trx, id: number): Promise<MailRecipient | undefined> =>
  lockMailRecipient(trx, sql<boolean>`id = ${id}`);

/**
 * Returns a live account without a lock. The caller already holds locks on its tokens, and the lock order is account
 * before tokens.
 */
export const findEmployer = (db: Db, id: number): Promise<MailRecipient | undefined> =>
  mailRecipients(db, sql<boolean>`id = ${id}`).executeTakeFirst();

export const setPassword = (trx: Trx, id: number, passwordHash: string) =>
  trx.updateTable('users').set({ passwordHash }).where('id', '=', id).execute();

export interface NewCompany extends Row<
  'users',
  'firstName' | 'lastName' | 'email' | 'countryCode' | 'languageCode' | 'locationName'
> {
  companyName: string;
  passwordHash: string;
  phone: string;
  latitude: number;
  longitude: number;
}

/** Creates an organisation with the account of its company. */
export const insertCompany = async (
  trx: Trx,
  company: NewCompany,
  now: Date,
): Promise<{ id: number; organisationId: number }> => {
  const organisation = await trx
    .insertInto('organisations')
    .values({ name: company.companyName, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await trx
    .insertInto('users')
    .values({ ...company, organisationId: organisation.id, userType: 'company', createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, organisationId: organisation.id };
};

/** The fields that a profile change is compared with. */
export interface OwnProfile extends Row<'users', Names<'id email phone countryCode languageCode imageKey'>> {
  userType: EmployerType;
}

const selectOwnProfile = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'userType', 'email', 'phone', 'countryCode', 'languageCode', 'imageKey'])
    .$narrowType<{ userType: EmployerType }>()
    .where('id', '=', id)
    .where('deletedAt', 'is', null);

export const findOwnProfile = (db: Db, id: number): Promise<OwnProfile | undefined> =>
  selectOwnProfile(db, id).executeTakeFirst();

export const lockOwnProfile = (trx: Trx, id: number): Promise<OwnProfile | undefined> =>
  selectOwnProfile(trx, id).forUpdate().executeTakeFirst();

/** Columns that the profile form sets. Omitted ones keep their values. */
export interface ProfileColumns {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  latitude: number;
  longitude: number;
  locationName: string | null;
  commercialTitle?: string | null;
  website?: string | null;
  companyAddress?: string | null;
  taxOfficeId?: number | null;
  taxOfficeNumber?: string | null;
  imageKey?: string;
}

export const updateProfile = (trx: Trx, id: number, columns: ProfileColumns) =>
  trx.updateTable('users').set(columns).where('id', '=', id).execute();

const taxOfficeExists = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('taxOffices').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const passwordHashesOf = async (db: Db, emails: readonly string[]): Promise<(string | null)[]> =>
  (await db.selectFrom('users').select('passwordHash').where('email', 'in', emails).execute()).map(
    ({ passwordHash }) => passwordHash,
  );

/** Phone codes stay this many days after sending, so that abuse can be investigated. */
const KEPT_DAYS = 7;

export const removeOldCodes = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('passwordCodes').where('expiresAt', '<=', now).execute();
  await db.deleteFrom('emailRestorations').where('expiresAt', '<=', now).execute();
  await run(db)`delete from phone_codes where sent_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`;
};

export const insertRestoration = (
  trx: Trx,
  row: { codeHash: Buffer; userId: number; email: string; createdAt: Date; expiresAt: Date },
) => trx.insertInto('emailRestorations').values(row).execute();

/** Whether an account has an unexpired link that restores an older email. */
export const hasRestoration = async (trx: Trx, userId: number, now: Date): Promise<boolean> => {
  const query = trx.selectFrom('emailRestorations').select('userId').where('userId', '=', userId);
  return (await query.where('expiresAt', '>', now).limit(1).executeTakeFirst()) !== undefined;
};

/** Returns the account and the email of an unexpired restoration link. */
export const findRestoration = (db: Db, codeHash: Buffer, now: Date) =>
  db
    .selectFrom('emailRestorations as r')
    .innerJoin('users as u', 'u.id', 'r.userId')
    .select(['r.userId', 'r.email'])
    .where('r.codeHash', '=', codeHash)
    .where('r.expiresAt', '>', now)
    .where('u.deletedAt', 'is', null)
    .executeTakeFirst();

/** Sets the old email and removes the password. The owner sets a new password by a mailed link. */
export const restoreEmail = (trx: Trx, userId: number, email: string) =>
  trx.updateTable('users').set({ email, passwordHash: null }).where('id', '=', userId).execute();

export const endMailedLinks = async (trx: Trx, userId: number): Promise<void> => {
  await trx.deleteFrom('passwordCodes').where('userId', '=', userId).execute();
  await trx.deleteFrom('emailRestorations').where('userId', '=', userId).execute();
};

/**
 * Returns the columns that the forms of a profile and of a branch share; it skips omitted fields. Throws 400 for a
 * location off the globe, an unknown tax office, and any tax office in a country without them. Null is always allowed.
 */
export const profileColumns = async (db: Db, body: Omit<BranchBody, 'companyName'>, countryCode: string) => {
  const { commercialTitle, website, companyAddress, taxOffice, taxOfficeNumber } = body;
  const point = parsePoint(body.location, 'location');
  const isActive = countryByCode(countryCode)?.countryAttributes.taxOfficeActive === true;
  if (taxOffice && !(isActive && (await taxOfficeExists(db, taxOffice))))
    throw invalid({ taxOffice: ERROR_KEYS.fieldInvalid });
  if (!isActive && taxOfficeNumber) throw invalid({ taxOfficeNumber: ERROR_KEYS.fieldInvalid });
  return {
    firstName: body.firstName.trim(),
    lastName: body.lastName.trim(),
    email: body.email,
    ...point,
    locationName: nearestPlace(point)?.name ?? null,
    ...(taxOffice !== undefined && { taxOfficeId: taxOffice }),
    ...(taxOfficeNumber !== undefined && { taxOfficeNumber: textOrNull(taxOfficeNumber) }),
    ...(commercialTitle !== undefined && { commercialTitle: textOrNull(commercialTitle) }),
    ...(website !== undefined && { website: textOrNull(website) }),
    ...(companyAddress !== undefined && { companyAddress: textOrNull(companyAddress) }),
  };
};
