import { ERROR_KEYS } from '../../contract/constants/errorKeys';
import type { Challenge, SolvedChallenge } from '../../contract/schemas/challenge';
import { ApiError, type Http, type HttpRequest } from './http';

/** A longer wait in milliseconds shows a notice. */
const LONG = 1000;
/** The server may raise the difficulty while the browser solves the first challenge. */
const ROUNDS = 3;

interface WorkOptions {
  solve: (challenge: Challenge, signal?: AbortSignal) => Promise<SolvedChallenge | null>;
  onLong: () => void;
}

const challengeOf = (error: unknown): Challenge | null => {
  if (!(error instanceof ApiError) || error.key !== ERROR_KEYS.challengeRequired) return null;
  return (error.payload as { challenge?: Challenge } | null)?.challenge ?? null;
};

/** Wraps a client so that it solves the server's challenge and repeats the call without the caller's knowledge. */
export const withProofOfWork = (http: Http, { solve, onLong }: WorkOptions): Http => {
  const solvedOf = async (challenge: Challenge, signal?: AbortSignal): Promise<SolvedChallenge | null> => {
    const timer = setTimeout(onLong, LONG);
    try {
      return await solve(challenge, signal);
    } catch {
      // Without https the browser cannot derive keys, so the call fails with its first error.
      return null;
    } finally {
      clearTimeout(timer);
    }
  };

  const send = async <T>(asked: HttpRequest, roundsLeft: number): ReturnType<typeof http.request<T>> => {
    try {
      return await http.request<T>(asked);
    } catch (error) {
      const challenge = roundsLeft > 0 ? challengeOf(error) : null;
      const solved = challenge && (await solvedOf(challenge, asked.signal));
      if (!solved) throw error;
      return send({ ...asked, body: { ...(asked.body as object), solved } }, roundsLeft - 1);
    }
  };
  return { ...http, request: (asked) => send(asked, ROUNDS) };
};
