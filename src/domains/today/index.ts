export * from './rules';
export * from './saga';
export * from './selectDueCount';
export * from './slice';
