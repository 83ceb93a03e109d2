import type { Failure } from './failure';

/** The load state of an operation; a failure holds no data. */
export type Loadable<T> =
  { status: 'init' } | { status: 'loading' } | { status: 'loaded'; data: T } | { status: 'failed'; error: Failure };

export const init = { status: 'init' } as const satisfies Loadable<never>;
export const loading = { status: 'loading' } as const satisfies Loadable<never>;
export const loaded = <T>(data: T): Loadable<T> => ({ status: 'loaded', data });
export const failed = (error: Failure): Loadable<never> => ({ status: 'failed', error });

/** The state of a finished operation without data. */
export const done: Loadable<null> = { status: 'loaded', data: null };

/** Returns the data of a loaded operation, or the fallback. */
export const dataOr = <T, F>(loadable: Loadable<T>, fallback: F): T | F =>
  loadable.status === 'loaded' ? loadable.data : fallback;
