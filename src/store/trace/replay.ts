import { memoryStorage } from '../../lib/storage';
import { MOVED, type Place } from '../recorder';
import { createRootReducer, type RootState } from '../rootReducer';
import { allDomains } from '../allDomains';
import type { Trace } from './trace';

/** What was seen after an event; the first one before all of them, with a null `type`. */
export interface Frame {
  type: string | null;
  /** Milliseconds since 1970. */
  at: number;
  state: RootState;
  place: Place;
}

/** The reducers of the product, which write nothing anywhere: only a store that was told to persist does. */
export const replayReducer = () => {
  const storage = memoryStorage();
  return createRootReducer(storage, allDomains.reducersOf(storage));
};

/** Every moment of a trace, by the product's own reducers. */
export const framesOf = (trace: Trace): Frame[] => {
  const reducer = replayReducer();
  const state = reducer(trace.state as RootState, { type: '@@support/start' });
  const first = { type: null, at: trace.entries[0]?.at ?? trace.savedAt, state, place: trace.place };
  const frames: Frame[] = [first];
  for (const { at, action } of trace.entries) {
    const before = frames.at(-1) ?? first;
    const place = action.type === MOVED ? (action.payload as Place) : before.place;
    frames.push({ type: action.type, at, state: reducer(before.state, action), place });
  }
  return frames;
};
