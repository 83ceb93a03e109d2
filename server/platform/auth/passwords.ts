import { hash, verify } from '@node-rs/argon2';
import { createFairQueue, type Place } from '../flow/fairQueue';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each one at work holds 19 MiB: so many work at once, so many more may wait. */
const queue = createFairQueue({ atOnce: 2, waitingMax: 100, retrySeconds: 2 });
/** Over this many (about 0.2 s of work) strangers are asked for a proof of work before they wait, too. */
const BUSY = 20;
/** Sign-ins whose limits are being counted: they are about to wait. */
let coming = 0;

let proven = 0;
/** Somebody with a proof in hand; each waits as a network of their own. */
const trusted = (): Place => ({ rank: 0, network: `proven ${(proven += 1)}` });

/** Whether passwords come in faster than they are looked at. */
export const arePasswordsBusy = (): boolean => coming + queue.length() >= BUSY;

/** Does what comes before a password is looked at. A burst is noticed at its first few, not when all of them wait. */
export const comingToPasswords = async <T>(work: () => Promise<T>): Promise<T> => {
  coming += 1;
  try {
    return await work();
  } finally {
    coming -= 1;
  }
};

/** Hashes a password with argon2id. */
export const hashPassword = (password: string): Promise<string> => queue.run(trusted(), () => hash(password, OPTIONS));

/** Of a password that nobody has, with the parameters above. */
const STAND_IN = '$argon2id$v=19$m=19456,t=2,p=1$OtBkL2dPSUjkOmklFZRByA$A552xlfwJui6gVlZ3apMgjy3+Z9J/vwRfYe1GKAIJS0';

/**
 * Whether the password belongs to the hash. Without a hash (an unknown email, an account that was never activated) it
 * works as long on a hash of its own and says no, so that time tells nothing. 503 when too many wait already.
 */
export const verifyPassword = async (
  passwordHash: string | null,
  password: string,
  place: Place = trusted(),
): Promise<boolean> => {
  const matches = await queue.run(place, () => verify(passwordHash ?? STAND_IN, password));
  return passwordHash !== null && matches;
};
