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

/** The state after a request: loaded data stays while it reloads. */
export const requested = <T>(current: Loadable<T>): Loadable<T> =>
  current.status === 'loaded' ? loaded(current.data) : loading;

/** The state after a failed request: loaded data stays, with the failure beside it. */
export const refused = <T>(current: Loadable<T>, failure: Failure): Loadable<T> =>
  current.status === 'loaded' ? { ...current, refreshError: failure } : failed(failure);
