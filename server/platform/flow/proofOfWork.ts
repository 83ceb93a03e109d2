import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, SolvedChallenge } from '../../../contract/schemas/challenge';
import type { Deps } from '../deps';
import { AppError, challengeRequired } from '../errors';
import { sha256 } from '../secrets';
import { LIMITS } from '../limits';

const LIFE_SECONDS = 300;
const ALGORITHM = 'PBKDF2/SHA-256';
/** Iterations of each try: about a quarter of a millisecond in a browser and on a server. */
const COST = 1000;
/** Maximum tries of the first level; half of them are needed on average. Each further level doubles the number. */
const BASE_TRIES = 1200;
const LEVEL_MAX = 6;

/**
 * Returns the level after `used` points when `free` of them need no work: 0 up to `free`, then one more with each
 * doubling.
 */
export const levelOf = (used: number, free: number): number =>
  used <= free ? 0 : Math.min(LEVEL_MAX, 1 + Math.floor(Math.log2(used / free)));

/** An action that requires work. */
export interface Work {
  /** The action and its subject: `login:email`, `sms:phone`. */
  purpose: string;
  /** Starts at 1. */
  level: number;
  /** Seconds after which the action needs no work. */
  seconds: number;
}

type WorkDeps = Pick<Deps, 'clock' | 'codeSecret' | 'limiter'>;

const hashPurpose = (purpose: string): string => sha256(purpose).toString('base64url').slice(0, 22);
const secretsOf = ({ codeSecret }: WorkDeps) => ({
  hmacSignatureSecret: `challenge/${codeSecret}`,
  hmacKeySignatureSecret: `challenge-key/${codeSecret}`,
});

const newChallenge = async (deps: WorkDeps, { purpose, level }: Work): Promise<Challenge> => {
  const most = BASE_TRIES * 2 ** (level - 1);
  const until = deps.clock.now().getTime() + LIFE_SECONDS * 1000;
  const challenge = await createChallenge({
    algorithm: ALGORITHM,
    cost: COST,
    // Counts from 0, where clients begin to search; a higher start would let an informed client skip tries.
    counter: randomInt(0, most),
    data: { level, purpose: hashPurpose(purpose), until },
    deriveKey,
    ...secretsOf(deps),
  });
  return challenge as Challenge;
};

const isSolved = async (deps: WorkDeps, { purpose, level }: Work, solved: SolvedChallenge): Promise<boolean> => {
  const { challenge, solution } = solved;
  const { data } = challenge.parameters;
  if (data.purpose !== hashPurpose(purpose) || data.until <= deps.clock.now().getTime()) return false;
  // The level may have risen by one while the caller was working.
  if (data.level < level - 1) return false;
  const time = solution.time ?? 0;
  const { verified } = await verifySolution({
    challenge,
    solution: { ...solution, time },
    deriveKey,
    ...secretsOf(deps),
  });
  if (!verified) return false;
  return deps.limiter.take(LIMITS.challenge, challenge.signature).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
};

/** Throws 429 with a new challenge unless a challenge for this purpose is solved; uses that solution up. */
export const requireWork = async (deps: WorkDeps, work: Work, solved: SolvedChallenge | undefined): Promise<void> => {
  if (solved && (await isSolved(deps, work, solved))) return;
  throw challengeRequired(await newChallenge(deps, work), work.seconds);
};
