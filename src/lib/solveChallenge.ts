import { solveChallenge as search } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, SolvedChallenge } from '../../contract/schemas/challenge';

/** Longer than the hardest challenge takes on a slow phone. */
const TIMEOUT = 120_000;

/**
 * Solves the server's proof of work. The browser derives the keys outside the main thread, so the page stays
 * responsive. Returns null when aborted or after two minutes.
 */
export const solveChallenge = async (challenge: Challenge, signal?: AbortSignal): Promise<SolvedChallenge | null> => {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    const solution = await search({ challenge, deriveKey, controller, timeout: TIMEOUT });
    return solution && { challenge, solution };
  } finally {
    signal?.removeEventListener('abort', abort);
  }
};
