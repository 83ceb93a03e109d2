import { setTimeout as sleep } from 'node:timers/promises';
import type { Employer } from './employerDay';

/** A stream is held for so long at most before it is left and another one begun. */
const HOLD_MS = 20_000;

/** Holds a stream of events for each of the employers, which they leave and begin again at different times. */
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
        // It was left, as it should be; anything else is tried again a little later.
        if (!leaving.aborted) await sleep(500);
        if (!leaving.aborted && !(error instanceof TypeError)) throw error;
      }
    }
  };
  const all = Promise.all(employers.map(keep));
  all.catch((error: unknown) => console.error(error));
  return { stop: () => stopping.abort(), begun: () => begun };
};
