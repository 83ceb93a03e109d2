export { AUDIT_MONTHS_MIN, removeOldAudit, isStoreEmpty } from './repository';
export { registerOperations } from './routes';
