import type { Loadable } from '../kit/loadable';

export type PasswordLoad = Loadable<null>;
export * from './passwords';
export * from './rules';
export * from './slice';
