import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import createSagaMiddleware, { stdChannel, type Saga } from 'redux-saga';

interface Options {
  context: object;
  onError: (error: Error) => void;
  /** True for an event that ends the session of the state before it. */
  endsSession: (state: unknown, action: UnknownAction) => boolean;
}

/**
 * Runs sagas that load after the user can act. They receive the events since `hold` in order when they start, so that
 * no press is lost; those of an ended session are dropped.
 */
export const createLaterSagas = ({ context, onError, endsSession }: Options) => {
  const channel = stdChannel<UnknownAction>();
  let held: UnknownAction[] | null = null;
  const put = (event: UnknownAction) => {
    if (held) held.push(event);
    else channel.put(event);
  };
  const sagas = createSagaMiddleware({ context, onError, channel: { ...channel, put } });
  const middleware: Middleware = (store) => {
    const run = sagas(store);
    return (next) => {
      const handle = run(next);
      return (action) => {
        if (held && endsSession(store.getState(), action as UnknownAction)) held = [];
        return handle(action);
      };
    };
  };
  return {
    middleware,
    hold: () => void (held ??= []),
    run: (saga: Saga) => {
      sagas.run(saga);
      const events = held ?? [];
      held = null;
      for (const event of events) channel.put(event);
    },
  };
};
