import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { REHYDRATE } from 'redux-persist';

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
export interface Answered {
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
  answers: Answered[];
}

/** Marks a change of address among the events; no reducer handles it. */
export const MOVED = 'support/moved';

/**
 * Keeps at most 500 events in sections of 50 that start with their initial state, so that dropping the oldest section
 * needs no reducer.
 */
const LENGTH = 50;
const STRETCHES = 10;
const ANSWERS = 100;

/**
 * Records the last events for the support trace, unredacted; store/trace redacts them before they leave. It starts
 * anew after a read from the storage and after a session, so that it contains nothing of a previous user.
 */
export const createRecorder = (endsSession: (state: unknown, action: UnknownAction) => boolean) => {
  let stretches: Omit<Recording, 'answers'>[] = [];
  let answers: Answered[] = [];
  let place: Place | null = null;
  let read = (): unknown => undefined;

  const note = (action: UnknownAction) => {
    let last = stretches.at(-1);
    if (!last || last.entries.length === LENGTH) {
      last = { state: read(), place, entries: [] };
      stretches = [...stretches.slice(1 - STRETCHES), last];
    }
    last.entries.push({ at: Date.now(), action });
  };

  const middleware: Middleware = (store) => {
    read = store.getState;
    return (next) => (given) => {
      const action = given as UnknownAction;
      const isOver = endsSession(read(), action);
      // Other actions of redux-persist change nothing visible and contain functions.
      if (!isOver && !action.type.startsWith('persist/')) note(action);
      const result = next(action);
      if (isOver || action.type === REHYDRATE) stretches = [];
      if (isOver) answers = [];
      return result;
    };
  };

  return {
    /** Must be the last middleware, to see the same actions as the reducers. */
    middleware,
    moved: (to: Place) => {
      note({ type: MOVED, payload: to });
      place = to;
    },
    answered: (answer: Omit<Answered, 'at'>) => {
      answers = [...answers.slice(1 - ANSWERS), { at: Date.now(), ...answer }];
    },
    /** Returns the whole recording, secrets included. */
    take: (): Recording => ({
      ...(stretches[0] ?? { state: read(), place }),
      entries: stretches.flatMap(({ entries }) => entries),
      answers,
    }),
  };
};

export type Recorder = ReturnType<typeof createRecorder>;
