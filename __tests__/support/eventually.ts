import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

const LIMIT_MS = 30_000;
const STEP_MS = 20;

/**
 * Looks again until `check` accepts what it sees, and returns that. `check` returns false or throws, as `expect` does,
 * to refuse. Throws after thirty seconds with what it saw last.
 */
export const eventually = async <T>(
  look: () => T | Promise<T>,
  check: (seen: T) => unknown,
  limitMs = LIMIT_MS,
): Promise<T> => {
  const end = performance.now() + limitMs;
  for (;;) {
    const seen = await look();
    let refusal = '';
    try {
      if (check(seen) !== false) return seen;
    } catch (error) {
      refusal = `\n${(error as Error).message}`;
    }
    if (performance.now() > end)
      throw new Error(`still not after ${limitMs / 1000} s; last seen: ${inspect(seen, { depth: 6 })}${refusal}`);
    await pause(STEP_MS);
  }
};
