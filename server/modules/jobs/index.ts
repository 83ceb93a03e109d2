export { isOpen } from './needRepository';
export { registerJobs } from './routes';
export {
  branchIsInScope,
  inScope,
  jobIsInScope,
  lockApplication,
  lockApplications,
  ownedRows,
  type LockedApplication,
} from './repository';
export { removeOldUploads } from './uploadService';
