export { formatDialNumber, isOwnWorker, OWN_WORKER, phoneSpellings } from './rules';
export {
  findProfile,
  findProfiles,
  findWorkerFacts,
  findWorkerLanguage,
  workerLanguage,
  type WorkerProfile,
} from './repository';
export { saveProfile } from './service';
