export * from './columns';
export * from './rows';
export * from './saga';
export * from './slice';
