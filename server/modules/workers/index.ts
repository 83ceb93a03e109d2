export { formatDialNumber } from './phone';
export {
  findProfile,
  findProfiles,
  findWorkerFacts,
  findWorkerLanguage,
  workerLanguage,
  type WorkerProfile,
} from './repository';
export { saveProfile } from './service';
