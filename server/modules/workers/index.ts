export { formatDialNumber, isOwnWorker, OWN_WORKER, phoneSpellings } from './rules';
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
