export { isOpen } from './needRepository';
export { registerJobs } from './routes';
export { branchIsInScope, inScope, jobIsInScope, ownedRows } from './scopeRepository';
export { removeOldUploads } from './uploadService';
