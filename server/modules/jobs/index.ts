export { isOpen } from './needRepository';
export { registerJobs } from './routes';
export { branchIsInScope, inScope, jobIsInScope, ownedRows } from './repository';
export { removeOldUploads } from './uploadService';
