export { formatDialNumber, isOwnWorker, isWork, OWN_WORKER, phoneSpellings, rangeEnd, TOMBSTONE } from './rules';
export {
  EXPERIENCES,
  findProfile,
  findProfiles,
  findWorkerFacts,
  findWorkerLanguage,
  findWorkerLocale,
  FIRST_NAME,
  FULL_NAME,
  GIVEN_EXPERIENCE,
  IS_ERASED,
  isErased,
  LAST_NAME,
  lockWorker,
  namesIn,
  OWN_WORKERS,
  withNameIn,
  withTold,
  type WorkerProfile,
} from './repository';
export { saveProfile } from './profile';
