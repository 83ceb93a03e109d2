import type { Kysely } from 'kysely';
import { verifyPassword } from '../platform/auth/passwords';
import type { Database } from '../platform/database/schema';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts';

/** Returns whether a demo account of the store still has the public demo password. */
export const hasKnownPasswords = async (db: Kysely<Database>): Promise<boolean> => {
  const accounts = await db
    .selectFrom('users')
    .select('password_hash as hash')
    .where('email', 'in', DEMO_ACCOUNTS)
    .execute();
  for (const { hash } of accounts) if (await verifyPassword(hash, DEMO_PASSWORD)) return true;
  return false;
};
