import { hash, verify } from '@node-rs/argon2';
import { createFairQueue, type Place } from '../flow/fairQueue';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each running hash uses 19 MiB of memory, so two run at once and at most 100 wait. */
const queue = createFairQueue({ concurrency: 2, waitingMax: 100, retrySeconds: 2 });
/**
 * Above this queue length (about 0.2 s of work) a sign-in from an unknown browser must solve a proof of work before it
 * waits.
 */
const BUSY_LENGTH = 20;
/** Sign-ins whose rate limits are being checked; they will join the queue next. */
let expected = 0;

let proven = 0;
/** Returns the place of a caller with a solved challenge; each one waits as a separate network. */
const trusted = (): Place => ({ rank: 0, network: `proven ${(proven += 1)}` });

/** Returns true when passwords arrive faster than the server can verify them. */
export const arePasswordsBusy = (): boolean => expected + queue.length() >= BUSY_LENGTH;

/**
 * Runs the steps that precede the verification of a password, and counts them, so that a burst is noticed before its
 * requests reach the queue.
 */
export const countAsWaiting = async <T>(work: () => Promise<T>): Promise<T> => {
  expected += 1;
  try {
    return await work();
  } finally {
    expected -= 1;
  }
};

export const hashPassword = (password: string): Promise<string> => queue.run(trusted(), () => hash(password, OPTIONS));

/** A hash with the parameters above that matches no account's password. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$OtBkL2dPSUjkOmklFZRByA$A552xlfwJui6gVlZ3apMgjy3+Z9J/vwRfYe1GKAIJS0';

/**
 * Returns whether the password matches the hash. Without a hash (an unknown email or an account that was never
 * activated) it verifies against a stand-in hash and returns false, so that both cases take the same time. Throws 503
 * when too many requests wait.
 */
export const verifyPassword = async (
  passwordHash: string | null,
  password: string,
  place: Place = trusted(),
): Promise<boolean> => {
  const matches = await queue.run(place, () => verify(passwordHash ?? DUMMY_HASH, password));
  return passwordHash !== null && matches;
};
