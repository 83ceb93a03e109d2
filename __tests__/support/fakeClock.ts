/** Fixed time for tests: Friday 20 November 2026, 12:00 in Istanbul. */
export const NOW = Date.parse('2026-11-20T09:00:00.000Z');

/** Lets all promises that wait for nothing else go on. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
};

/** Starts fake time at `NOW`; `after` passes milliseconds and lets what follows happen. */
export const fakeClock = () => {
  jest.useFakeTimers({ now: NOW });
  return {
    after: async (milliseconds: number): Promise<void> => {
      await settle();
      await jest.advanceTimersByTimeAsync(milliseconds);
      await settle();
    },
    stop: () => void jest.useRealTimers(),
  };
};
