import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { REHYDRATE } from 'redux-persist';

/** An address without the base, with what the route's state held. */
export interface Place {
  path: string;
  state: unknown;
}

/** `at`: milliseconds since 1970. */
export interface Entry {
  at: number;
  action: UnknownAction;
}

/** An answer of the server; `status` 0: none came. `path` is without its query. */
export interface Answered {
  at: number;
  method: string;
  path: string;
  status: number;
  requestId: string | null;
}

/** What happened of late: the state and the place before it, then the events one by one. */
export interface Recording {
  state: unknown;
  place: Place | null;
  entries: Entry[];
  answers: Answered[];
}

/** Stands among the events where the user went to another address; no reducer knows it. */
export const MOVED = 'support/moved';

/** At most 500 events, in stretches that begin with the state as it was: dropping the oldest needs no reducer. */
const LENGTH = 50;
const STRETCHES = 10;
const ANSWERS = 100;

/**
 * Remembers the last events for the support trace, as they are: what leaves is made of it, and redacted, in store/trace. It
 * begins anew with what comes out of the storage and at the end of a session: nothing of a former user is in it.
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
      // The others of redux-persist change nothing that is shown, and hold functions.
      if (!isOver && !action.type.startsWith('persist/')) note(action);
      const result = next(action);
      if (isOver || action.type === REHYDRATE) stretches = [];
      if (isOver) answers = [];
      return result;
    };
  };

  return {
    /** The last in the row: it sees what the reducers see. */
    middleware,
    moved: (to: Place) => {
      note({ type: MOVED, payload: to });
      place = to;
    },
    answered: (answer: Omit<Answered, 'at'>) => {
      answers = [...answers.slice(1 - ANSWERS), { at: Date.now(), ...answer }];
    },
    /** All that is remembered, secrets included. */
    take: (): Recording => ({
      ...(stretches[0] ?? { state: read(), place }),
      entries: stretches.flatMap(({ entries }) => entries),
      answers,
    }),
  };
};

export type Recorder = ReturnType<typeof createRecorder>;
