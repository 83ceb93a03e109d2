/** The fixed time of tests: Friday 20 November 2026, 12:00 in Istanbul. */
export const NOW = Date.parse('2026-11-20T09:00:00.000Z');

/** Lets all settled promises run their callbacks. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
};

/** Lets all timers without a delay, and what they start, run: what has not happened by then does not happen by itself. */
export const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};

/** Resolves after milliseconds of fake time, as a slow server does. */
export const fakePause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Starts fake time at `NOW`; `after` advances the milliseconds and settles the promises. */
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
