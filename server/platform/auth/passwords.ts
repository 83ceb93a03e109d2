import { hash, verify } from '@node-rs/argon2';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password with argon2id. */
export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);

let standIn: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash (an unknown email, an account that was never activated) it
 * works as long on a hash of its own and says no, so that time tells nothing.
 */
export const verifyPassword = async (passwordHash: string | null, password: string): Promise<boolean> => {
  standIn ??= hashPassword('an account that does not exist');
  const matches = await verify(passwordHash ?? (await standIn), password);
  return passwordHash !== null && matches;
};
