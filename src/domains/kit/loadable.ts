import type { PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from './failure';

/**
 * The load state of an operation. A failure holds no data; loaded data stays when a refresh fails, with the failure
 * beside it.
 */
export type Loadable<T> =
  | { status: 'init' }
  | { status: 'loading' }
  | { status: 'loaded'; data: T; refreshError?: Failure }
  | { status: 'failed'; error: Failure };

export const init = { status: 'init' } as const satisfies Loadable<never>;
export const loading = { status: 'loading' } as const satisfies Loadable<never>;
export const loaded = <T>(data: T): Loadable<T> => ({ status: 'loaded', data });
export const failed = (error: Failure): Loadable<never> => ({ status: 'failed', error });

/** The state of a finished operation without data. */
export const done: Loadable<null> = { status: 'loaded', data: null };

/** Returns the data of a loaded operation, or the fallback. */
export const dataOr = <T, F>(loadable: Loadable<T>, fallback: F): T | F =>
  loadable.status === 'loaded' ? loadable.data : fallback;

/** Returns the failure of an operation, or null. */
export const errorOf = (load: Loadable<unknown>): Failure | null => (load.status === 'failed' ? load.error : null);

/** Returns the failure that a form shows, or null. The session dialog shows a 401. */
export const shownErrorOf = (load: Loadable<unknown>): Failure | null =>
  load.status === 'failed' && load.error.status !== 401 ? load.error : null;

/** The state after a request: loaded data stays while it reloads. */
export const requested = <T>(current: Loadable<T>): Loadable<T> =>
  current.status === 'loaded' ? loaded(current.data) : loading;

/** The state after a failed request: loaded data stays, with the failure beside it. */
export const refused = <T>(current: Loadable<T>, failure: Failure): Loadable<T> =>
  current.status === 'loaded' ? { ...current, refreshError: failure } : failed(failure);

type DataOf<L> = L extends { status: 'loaded'; data: infer D } ? D : never;
type LoadField<S> = { [K in keyof S]: S[K] extends Loadable<unknown> ? K : never }[keyof S];

/** Returns the reducers of events that only set the load state of a field. */
export const loadReducers = <S>() => {
  type Field = LoadField<S>;
  const set = (state: S, field: Field, load: Loadable<unknown>): void => {
    state[field] = load as S[Field];
  };
  return {
    init: (field: Field) => (state: S) => set(state, field, init),
    loading: (field: Field) => (state: S) => set(state, field, loading),
    /** For a field without data. */
    done:
      <K extends Field>(field: null extends DataOf<S[K]> ? K : never) =>
      (state: S) =>
        set(state, field, done),
    loaded:
      <K extends Field>(field: K) =>
      (state: S, { payload }: PayloadAction<DataOf<S[K]>>) =>
        set(state, field, loaded(payload)),
    failed:
      (field: Field) =>
      (state: S, { payload }: PayloadAction<Failure>) =>
        set(state, field, failed(payload)),
    refused:
      (field: Field) =>
      (state: S, { payload }: PayloadAction<Failure>) =>
        set(state, field, refused(state[field] as Loadable<unknown>, payload)),
  };
};
