import { webcrypto } from 'node:crypto';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from '../../../contract/schemas/challenge';
import { solveChallenge } from '../../../src/lib/solveChallenge';

// Every browser has crypto.subtle; jsdom lacks it.
Object.defineProperty(globalThis.crypto, 'subtle', { value: webcrypto.subtle });

describe('the proof of work', () => {
  const hard = async (counter: number) =>
    (await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, counter, deriveKey })) as Challenge;

  test('finds the counter that the server chose', async () => {
    expect((await solveChallenge(await hard(40)))?.solution.counter).toBe(40);
  });

  test('stops when it is aborted', async () => {
    const stop = new AbortController();
    const solving = solveChallenge(await hard(4_000_000), stop.signal);
    stop.abort();
    expect(await solving).toBeNull();
  });
});
