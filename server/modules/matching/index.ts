export { matchScore, type ScoredJob, type WorkTime } from './matchScore';
export { findScoringJob, lockScoringJob, type ScoringJob } from './repository';
export { rescoreApplications, rescoreJob, scoreOf, scoreReasons, scoresDiffer } from './service';
