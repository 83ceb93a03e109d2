import type { UnknownAction } from '@reduxjs/toolkit';
import { memoryStorage } from '../../lib/storage';
import { MOVED, type Place } from '../recorder';
import { createRootReducer, type RootState } from '../rootReducer';
import { allDomains } from '../allDomains';
import type { Trace } from './trace';

/** The state after an event; the first frame precedes all events and has a null `type`. */
export interface Frame {
  type: string | null;
  /** Milliseconds since 1970. */
  at: number;
  state: RootState;
  place: Place;
}

/** Returns the product's reducers. They write nothing, because only a store with a persistor writes. */
export const replayReducer = () => {
  const storage = memoryStorage();
  return createRootReducer(storage, allDomains.reducersOf(storage));
};

/** Returns the next state; an event that the reducers cannot apply, as in a damaged file, changes nothing. */
const stateAfter = (reducer: ReturnType<typeof replayReducer>, state: RootState, action: UnknownAction): RootState => {
  try {
    return reducer(state, action);
  } catch {
    return state;
  }
};

/** Returns every moment of a trace, computed by the product's reducers. */
export const framesOf = (trace: Trace): Frame[] => {
  const reducer = replayReducer();
  const state = reducer(trace.state as RootState, { type: '@@support/start' });
  const first = { type: null, at: trace.entries[0]?.at ?? trace.savedAt, state, place: trace.place };
  const frames: Frame[] = [first];
  for (const { at, action } of trace.entries) {
    const before = frames.at(-1) ?? first;
    const place = action.type === MOVED ? (action.payload as Place) : before.place;
    frames.push({ type: action.type, at, state: stateAfter(reducer, before.state, action), place });
  }
  return frames;
};
