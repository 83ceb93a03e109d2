import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { shallowEqual } from 'react-redux';
import { serverNow } from '../lib/serverClock';

/** An address without the base, and the route's state there. */
export interface Place {
  path: string;
  state: unknown;
}

/** `at`: milliseconds since 1970. */
export interface Entry {
  at: number;
  action: UnknownAction;
}

/** A response of the server; `status` 0 means none. `path` has no query. */
export interface RecordedResponse {
  at: number;
  method: string;
  path: string;
  status: number;
  requestId: string | null;
}

/** The recent events in order, with the state and the place before the first one. */
export interface Recording {
  state: unknown;
  place: Place | null;
  entries: Entry[];
  answers: RecordedResponse[];
}

/** Marks a change of address among the events; no reducer handles it. */
export const MOVED = 'support/moved';

/**
 * Marks slices that changed without an event: redux-persist read them from the storage, or a part of the program that
 * loaded later added them. `payload` holds these slices; the root reducer takes them over in a replay.
 */
export const SLICES_READ = 'support/slicesRead';

type Slices = Readonly<Record<string, unknown>>;

/**
 * Keeps at most 500 events in sections of 50 that start with their initial state, so that dropping the oldest section
 * needs no reducer.
 */
const SECTION_LENGTH = 50;
const MAX_SECTIONS = 10;
const MAX_ANSWERS = 100;

/**
 * Records the last events for the support trace, unredacted; store/trace redacts them before they leave. It starts
 * over when a session ends, so that it contains nothing of a previous user.
 */
export const createRecorder = (endsSession: (state: unknown, action: UnknownAction) => boolean) => {
  let sections: Omit<Recording, 'answers'>[] = [];
  let answers: RecordedResponse[] = [];
  let place: Place | null = null;
  let read = (): unknown => undefined;
  /** The slices after the last recorded event. */
  let known: Slices = {};

  const push = (action: UnknownAction) => {
    let last = sections.at(-1);
    if (!last || last.entries.length === SECTION_LENGTH) {
      last = { state: read(), place, entries: [] };
      sections = [...sections.slice(1 - MAX_SECTIONS), last];
    }
    last.entries.push({ at: serverNow(), action });
  };

  const recordReadSlices = () => {
    const now = (read() ?? {}) as Slices;
    const changed = Object.entries(now).filter(([name, slice]) => !shallowEqual(slice, known[name]));
    known = now;
    // A recording without events starts with the present state.
    if (changed.length > 0 && sections.length > 0) push({ type: SLICES_READ, payload: Object.fromEntries(changed) });
  };

  const record = (action: UnknownAction) => {
    recordReadSlices();
    push(action);
  };

  const startOver = () => {
    sections = [];
    answers = [];
  };

  const middleware: Middleware = (store) => {
    read = store.getState;
    return (next) => (incoming) => {
      const action = incoming as UnknownAction;
      const isSessionEnd = endsSession(read(), action);
      // Actions of redux-persist contain functions and secrets; a replay of REHYDRATE would write to the storage.
      const isRecorded = !isSessionEnd && !action.type.startsWith('persist/');
      if (isRecorded) record(action);
      const result = next(action);
      if (isRecorded) known = read() as Slices;
      if (isSessionEnd) startOver();
      return result;
    };
  };

  return {
    /** Must be the last middleware, to see the same actions as the reducers. */
    middleware,
    moved: (to: Place) => {
      record({ type: MOVED, payload: to });
      place = to;
    },
    responseReceived: (answer: Omit<RecordedResponse, 'at'>) => {
      answers = [...answers.slice(1 - MAX_ANSWERS), { at: serverNow(), ...answer }];
    },
    /** Forgets everything before now. */
    startOver,
    /** Returns the whole recording, secrets included. */
    snapshot: (): Recording => {
      recordReadSlices();
      return {
        ...(sections[0] ?? { state: read(), place }),
        entries: sections.flatMap(({ entries }) => entries),
        answers,
      };
    },
  };
};

export type Recorder = ReturnType<typeof createRecorder>;
