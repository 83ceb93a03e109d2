export * from './rules';
export * from './saga';
export * from './selectors';
export * from './slice';
