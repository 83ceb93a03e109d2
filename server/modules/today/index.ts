export { needsBeforeCommit } from './refreshService';
export { registerToday } from './routes';
export { checkNeeds, checkNightly, keepNeeds } from './taskService';
