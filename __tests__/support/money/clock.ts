import type { Clock } from '../../../server/platform/clock';

/**
 * How much faster the clock of a run goes than the machine's: half a second is the quarter of a minute after which nobody
 * is waited for, two are the minute after which a try is dead, four the two after which a start is.
 */
const SPEED = 30;

/** Moment of the machine's clock at which a run began, and of its own; both in milliseconds. */
export interface Epoch {
  startedAt: number;
  base: number;
}

/** The clock that all servers of a run share; `aheadMs` of its own time later. */
export const fastClock = ({ startedAt, base }: Epoch, aheadMs = 0): Clock => ({
  now: () => new Date(base + aheadMs + (Date.now() - startedAt) * SPEED),
});

/** Real milliseconds in which the run's clock goes on by so many of its own. */
export const realMs = (ownMs: number): number => Math.ceil(ownMs / SPEED);
