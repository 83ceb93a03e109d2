export { formatDialNumber } from './phone';
export { findProfile, findProfiles, findWorkerFacts, type WorkerProfile } from './repository';
export { saveProfile } from './service';
