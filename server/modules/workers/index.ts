export { formatDialNumber } from './phone';
export { findProfile, findProfiles, findWorkerFacts, findWorkerLanguage, type WorkerProfile } from './repository';
export { saveProfile } from './service';
