import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../errors';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each one at work holds 19 MiB: so many work at once, so many more may wait. */
const AT_ONCE = 2;
const WAITING_MAX = 100;
const RETRY_SECONDS = 2;

let working = 0;
const waiting: (() => void)[] = [];

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (working >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) throw unavailable(RETRY_SECONDS);
    // Whoever ends hands the place over; `working` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    working += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
};

/** Hashes a password with argon2id. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS));

/** Of a password that nobody has, with the parameters above. */
const STAND_IN = '$argon2id$v=19$m=19456,t=2,p=1$OtBkL2dPSUjkOmklFZRByA$A552xlfwJui6gVlZ3apMgjy3+Z9J/vwRfYe1GKAIJS0';

/**
 * Whether the password belongs to the hash. Without a hash (an unknown email, an account that was never activated) it
 * works as long on a hash of its own and says no, so that time tells nothing. 503 when too many wait already.
 */
export const verifyPassword = async (passwordHash: string | null, password: string): Promise<boolean> => {
  const matches = await inTurn(() => verify(passwordHash ?? STAND_IN, password));
  return passwordHash !== null && matches;
};
