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
 * Keeps at most 500 events in sections of 50 that start with their initial state, so that dropping the oldest section
 * needs no reducer.
 */
const SECTION_LENGTH = 50;
const MAX_SECTIONS = 10;
const MAX_ANSWERS = 100;

/**
 * Records the last events for the support trace, unredacted; store/trace redacts them before they leave. It starts
 * anew after a read from the storage and after a session, so that it contains nothing of a previous user.
 */
export const createRecorder = (endsSession: (state: unknown, action: UnknownAction) => boolean) => {
  let sections: Omit<Recording, 'answers'>[] = [];
  let answers: RecordedResponse[] = [];
  let place: Place | null = null;
  let read = (): unknown => undefined;

  const record = (action: UnknownAction) => {
    let last = sections.at(-1);
    if (!last || last.entries.length === SECTION_LENGTH) {
      last = { state: read(), place, entries: [] };
      sections = [...sections.slice(1 - MAX_SECTIONS), last];
    }
    last.entries.push({ at: Date.now(), action });
  };

  const middleware: Middleware = (store) => {
    read = store.getState;
    return (next) => (incoming) => {
      const action = incoming as UnknownAction;
      const isSessionEnd = endsSession(read(), action);
      // Other actions of redux-persist change nothing visible and contain functions.
      if (!isSessionEnd && !action.type.startsWith('persist/')) record(action);
      const result = next(action);
      if (isSessionEnd || action.type === REHYDRATE) sections = [];
      if (isSessionEnd) answers = [];
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
      answers = [...answers.slice(1 - MAX_ANSWERS), { at: Date.now(), ...answer }];
    },
    /** Returns the whole recording, secrets included. */
    snapshot: (): Recording => ({
      ...(sections[0] ?? { state: read(), place }),
      entries: sections.flatMap(({ entries }) => entries),
      answers,
    }),
  };
};

export type Recorder = ReturnType<typeof createRecorder>;
