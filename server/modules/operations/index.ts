export { AUDIT_MONTHS_MIN, removeOldAudit } from './auditRepository';
export { isStoreEmpty } from './repository';
export { registerOperations } from './routes';
