export { matchScore, type ScoredJob, type WorkTime } from './matchScore';
export { findScoringJob, findTold, lockScoringJob, type ScoringJob, type ToldExperience } from './repository';
export { rescoreApplications, rescoreJob, scoreOf, scoreReasons, scoresDiffer } from './service';
