export * from './pending';
export * from './rules';
export * from './saga';
export * from './slice';
