import { sql, type Expression, type Kysely, type SqlBool, type Transaction } from 'kysely';
import type { EmployerType } from '../../../contract/constants/roles';
import { hasRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { BranchBody } from '../../../contract/schemas/organisation';
import { invalid } from '../../platform/errors';
import { parsePoint } from '../../platform/geo';
import { countryByCode, nearestPlace } from '../reference';

const sameEmail = (email: string) => sql<boolean>`lower(email collate "C") = lower(${email}::text collate "C")`;

interface WantedEmail {
  email: string;
  /** The account that may have the email. */
  exceptId: number | null;
  now: Date;
}

/**
 * Whether a live account other than `exceptId` has the email or can still get it back. Otherwise a thief could
 * register the address that they took from an account.
 */
export const emailIsTaken = (db: Kysely<Database>, { email, exceptId, now }: WantedEmail) => hasRow(db)`
    select 1 from users where ${sameEmail(email)} and deleted_at is null and id is distinct from ${exceptId}
    union all
    select 1 from email_restorations
    where ${sameEmail(email)} and expires_at > ${now} and user_id is distinct from ${exceptId}`;

export interface MailRecipient {
  id: number;
  organisationId: number;
  email: string;
  firstName: string;
  lastName: string;
  languageCode: string;
}

const mailRecipient = [
  'id',
  'organisation_id as organisationId',
  'email',
  'first_name as firstName',
  'last_name as lastName',
  'language_code as languageCode',
] as const;

const mailRecipients = (db: Kysely<Database>, which: Expression<SqlBool>) =>
  db
    .selectFrom('users')
    .select(mailRecipient)
    .$narrowType<{ organisationId: number }>()
    .where(which)
    .where('deleted_at', 'is', null)
    .where('organisation_id', 'is not', null);

const lockMailRecipient = (
  trx: Transaction<Database>,
  which: Expression<SqlBool>,
): Promise<MailRecipient | undefined> =>
  mailRecipients(trx, which)
    // Token rotation locks the token and then needs a key share lock on this row. A stronger lock here could cause a
    // deadlock.
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * Returns and locks a live employer account by its email. An account whose email is just changing no longer matches.
 * Workers set their password in another product.
 */
export const lockEmployerByEmail = (trx: Transaction<Database>, email: string): Promise<MailRecipient | undefined> =>
  lockMailRecipient(trx, sameEmail(email));

/** Returns and locks a live account. Lock the account before its mailed links. */
export const lockEmployer = (trx: Transaction<Database>, id: number): Promise<MailRecipient | undefined> =>
  lockMailRecipient(trx, sql<boolean>`id = ${id}`);

/**
 * Returns a live account without a lock. The caller already holds locks on its tokens, and the lock order is account
 * before tokens.
 */
export const findEmployer = (db: Kysely<Database>, id: number): Promise<MailRecipient | undefined> =>
  mailRecipients(db, sql<boolean>`id = ${id}`).executeTakeFirst();

export const setPassword = (trx: Transaction<Database>, id: number, passwordHash: string) =>
  trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();

export interface NewCompany {
  companyName: string;
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string;
  phone: string;
  countryCode: string;
  languageCode: string;
  latitude: number;
  longitude: number;
  locationName: string | null;
}

/** Creates an organisation with the account of its company. */
export const insertCompany = async (
  trx: Transaction<Database>,
  company: NewCompany,
  now: Date,
): Promise<{ id: number; organisationId: number }> => {
  const organisation = await trx
    .insertInto('organisations')
    .values({ name: company.companyName, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await trx
    .insertInto('users')
    .values({
      organisation_id: organisation.id,
      user_type: 'company',
      email: company.email,
      password_hash: company.passwordHash,
      company_name: company.companyName,
      first_name: company.firstName,
      last_name: company.lastName,
      phone: company.phone,
      latitude: company.latitude,
      longitude: company.longitude,
      location_name: company.locationName,
      country_code: company.countryCode,
      language_code: company.languageCode,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, organisationId: organisation.id };
};

/** The fields that a profile change is compared with. */
export interface OwnProfile {
  id: number;
  userType: EmployerType;
  email: string;
  phone: string | null;
  countryCode: string;
  languageCode: string;
  imageKey: string | null;
}

const ownProfile = [
  'id',
  'user_type as userType',
  'email',
  'phone',
  'country_code as countryCode',
  'language_code as languageCode',
  'image_key as imageKey',
] as const;

export const findOwnProfile = (db: Kysely<Database>, id: number): Promise<OwnProfile | undefined> =>
  db
    .selectFrom('users')
    .select(ownProfile)
    .$narrowType<{ userType: EmployerType }>()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const lockOwnProfile = (trx: Transaction<Database>, id: number): Promise<OwnProfile | undefined> =>
  trx
    .selectFrom('users')
    .select(ownProfile)
    .$narrowType<{ userType: EmployerType }>()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Columns that the profile form sets. Omitted ones keep their values. */
export interface ProfileColumns {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  latitude: number;
  longitude: number;
  location_name: string | null;
  commercial_title?: string | null;
  website?: string | null;
  company_address?: string | null;
  tax_office_id?: number | null;
  tax_office_number?: string | null;
  image_key?: string;
}

export const updateProfile = (trx: Transaction<Database>, id: number, columns: ProfileColumns) =>
  trx.updateTable('users').set(columns).where('id', '=', id).execute();

const taxOfficeExists = async (db: Kysely<Database>, id: number): Promise<boolean> =>
  (await db.selectFrom('tax_offices').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const passwordHashesOf = async (db: Kysely<Database>, emails: readonly string[]): Promise<(string | null)[]> =>
  (await db.selectFrom('users').select('password_hash').where('email', 'in', emails).execute()).map(
    ({ password_hash }) => password_hash,
  );

/** Phone codes stay this many days after sending, so that abuse can be investigated. */
const KEPT_DAYS = 7;

export const removeOldCodes = async (db: Kysely<Database>, now: Date): Promise<void> => {
  await db.deleteFrom('password_codes').where('expires_at', '<=', now).execute();
  await db.deleteFrom('email_restorations').where('expires_at', '<=', now).execute();
  await sql`delete from phone_codes where sent_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(
    db,
  );
};

export const insertRestoration = (
  trx: Transaction<Database>,
  row: { code_hash: Buffer; user_id: number; email: string; created_at: Date; expires_at: Date },
) => trx.insertInto('email_restorations').values(row).execute();

/** Whether an account has an unexpired link that restores an older email. */
export const hasRestoration = async (trx: Transaction<Database>, userId: number, now: Date): Promise<boolean> => {
  const query = trx.selectFrom('email_restorations').select('user_id').where('user_id', '=', userId);
  return (await query.where('expires_at', '>', now).limit(1).executeTakeFirst()) !== undefined;
};

/** Returns the account and the email of an unexpired restoration link. */
export const findRestoration = (db: Kysely<Database>, codeHash: Buffer, now: Date) =>
  db
    .selectFrom('email_restorations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.user_id as userId', 'r.email'])
    .where('r.code_hash', '=', codeHash)
    .where('r.expires_at', '>', now)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();

/** Sets the old email and removes the password. The owner sets a new password by a mailed link. */
export const restoreEmail = (trx: Transaction<Database>, userId: number, email: string) =>
  trx.updateTable('users').set({ email, password_hash: null }).where('id', '=', userId).execute();

export const endMailedLinks = async (trx: Transaction<Database>, userId: number): Promise<void> => {
  await trx.deleteFrom('password_codes').where('user_id', '=', userId).execute();
  await trx.deleteFrom('email_restorations').where('user_id', '=', userId).execute();
};

const trimmed = (text: string | null): string | null => text?.trim() || null;

/**
 * Returns the columns that the forms of a profile and of a branch share; it skips omitted fields. Throws 400 for a
 * location off the globe, an unknown tax office, and any tax office in a country without them. Null is always allowed.
 */
export const profileColumns = async (
  db: Kysely<Database>,
  body: Omit<BranchBody, 'companyName'>,
  countryCode: string,
) => {
  const { commercialTitle, website, companyAddress, taxOffice, taxOfficeNumber } = body;
  const point = parsePoint(body.location, 'location');
  const isActive = countryByCode(countryCode)?.countryAttributes.taxOfficeActive === true;
  if (taxOffice && !(isActive && (await taxOfficeExists(db, taxOffice))))
    throw invalid({ taxOffice: ERROR_KEYS.fieldInvalid });
  if (!isActive && taxOfficeNumber) throw invalid({ taxOfficeNumber: ERROR_KEYS.fieldInvalid });
  return {
    first_name: body.firstName.trim(),
    last_name: body.lastName.trim(),
    email: body.email,
    ...point,
    location_name: nearestPlace(point)?.name ?? null,
    ...(taxOffice !== undefined && { tax_office_id: taxOffice }),
    ...(taxOfficeNumber !== undefined && { tax_office_number: trimmed(taxOfficeNumber) }),
    ...(commercialTitle !== undefined && { commercial_title: trimmed(commercialTitle) }),
    ...(website !== undefined && { website: trimmed(website) }),
    ...(companyAddress !== undefined && { company_address: trimmed(companyAddress) }),
  };
};
