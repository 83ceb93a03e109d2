import { setTimeout as sleep } from 'node:timers/promises';
import type { Employer } from './employerDay';

/** Longest time before a stream is closed and a new one opened. */
const HOLD_MS = 20_000;

/** Keeps an event stream open for each employer; they close and reopen it at different times. */
export const keepStreams = (origin: string, employers: readonly Employer[]) => {
  const stopping = new AbortController();
  let begun = 0;
  const keep = async ({ token }: Employer, at: number): Promise<void> => {
    while (!stopping.signal.aborted) {
      const leaving = AbortSignal.any([
        stopping.signal,
        AbortSignal.timeout(HOLD_MS / 2 + Math.round(((at * 997) % HOLD_MS) / 2)),
      ]);
      try {
        const headers = { authorization: `Bearer ${token}` };
        const { body } = await fetch(`${origin}/api/events`, { headers, signal: leaving });
        begun += 1;
        for await (const _chunk of body ?? []) if (leaving.aborted) break;
      } catch (error) {
        // The stream was closed on purpose; after any other failure the next try follows a little later.
        if (!leaving.aborted) await sleep(500);
        if (!leaving.aborted && !(error instanceof TypeError)) throw error;
      }
    }
  };
  const all = Promise.all(employers.map(keep));
  all.catch((error: unknown) => console.error(error));
  return { stop: () => stopping.abort(), begun: () => begun };
};
