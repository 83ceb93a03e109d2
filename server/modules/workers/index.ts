export { formatDialNumber, isOwnWorker, OWN_WORKER } from './rules';
export {
  findProfile,
  findProfiles,
  findWorkerFacts,
  findWorkerLanguage,
  findWorkerLocale,
  workerLanguage,
  type WorkerProfile,
} from './repository';
export { saveProfile } from './service';
