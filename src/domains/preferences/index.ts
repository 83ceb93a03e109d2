export * from './saga';
export * from './slice';
