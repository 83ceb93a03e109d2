import { solveChallenge as search } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, SolvedChallenge } from '../../contract/schemas/challenge';

/** Longer than the hardest takes on a slow phone. */
const TIMEOUT = 120_000;

/**
 * Does the work that a server asks for. The keys are derived by the browser outside the page's own thread, and nothing of
 * the page waits for them. Null when it was called off or took two minutes.
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
