export * from './slice';
export * from './saga';
