export * from './repository';
export * from './rescoreService';
export * from './score';
