import { passwordHashesOf } from '../modules/account';
import { verifyPassword } from '../platform/auth/passwords';
import type { Db } from '../platform/database/schema';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './simulatedWorkers';

/** Returns whether a demo account of the store still has the public demo password. */
export const hasKnownPasswords = async (db: Db): Promise<boolean> => {
  for (const hash of await passwordHashesOf(db, DEMO_ACCOUNTS))
    if (await verifyPassword(hash, DEMO_PASSWORD)) return true;
  return false;
};
