export * from './rules';
export * from './slice';
