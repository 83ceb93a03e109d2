import { sql, type Expression, type Kysely, type SqlBool, type Transaction } from 'kysely';
import type { EmployerType } from '../../../contract/constants/roles';
import { hasRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

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

export const taxOfficeExists = async (db: Kysely<Database>, id: number): Promise<boolean> =>
  (await db.selectFrom('tax_offices').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const passwordHashesOf = async (db: Kysely<Database>, emails: readonly string[]): Promise<(string | null)[]> =>
  (await db.selectFrom('users').select('password_hash').where('email', 'in', emails).execute()).map(
    ({ password_hash }) => password_hash,
  );
