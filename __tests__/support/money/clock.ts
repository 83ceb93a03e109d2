import type { Clock } from '../../../server/platform/clock';

/**
 * How much faster a run's clock is than the machine's. Half a second equals the 15 seconds after which a wait ends,
 * two seconds the minute after which a request is dead, four the two minutes after which a start is.
 */
const SPEED = 30;

/** The start of a run in milliseconds by the machine's clock and by its own. */
export interface Epoch {
  startedAt: number;
  base: number;
}

/** Returns the clock that all servers of a run share, ahead by `aheadMs` of its own time. */
export const fastClock = ({ startedAt, base }: Epoch, aheadMs = 0): Clock => ({
  now: () => new Date(base + aheadMs + (Date.now() - startedAt) * SPEED),
});

/** Converts milliseconds of the run's clock to real ones. */
export const realMs = (ownMs: number): number => Math.ceil(ownMs / SPEED);
