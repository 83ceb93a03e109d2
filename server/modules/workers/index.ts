export { formatDialNumber, isOwnWorker, isWork, OWN_WORKER, phoneSpellings, TOMBSTONE } from './rules';
export {
  findProfile,
  findProfiles,
  findWorkerFacts,
  findWorkerLanguage,
  findWorkerLocale,
  GIVEN_EXPERIENCE,
  IS_ERASED,
  isErased,
  lockWorker,
  OWN_WORKERS,
  type StoredExperience,
  type WorkerProfile,
} from './repository';
export { saveProfile, type SavedProfile } from './service';
