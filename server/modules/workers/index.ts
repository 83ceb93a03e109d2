export { formatDialNumber, isOwnWorker, OWN_WORKER } from './rules';
export {
  findProfile,
  findProfiles,
  findWorkerFacts,
  findWorkerLanguage,
  workerLanguage,
  type WorkerProfile,
} from './repository';
export { saveProfile } from './service';
