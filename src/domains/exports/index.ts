export * from './saga';
export * from './rules';
export * from './slice';
