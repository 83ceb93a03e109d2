export {
  declineAll,
  lockForDecision,
  readForDecision,
  reopenAll,
  type DecidedApplication,
  type DeclineOptions,
  type UserActor,
} from './decideAll';
export { registerDecisions } from './routes';
export { checkDecline, refusalOf, refusalOfClosing } from './rules';
export { notifyDue, type Postponed } from './tellingService';
export { TOLD_STATUS } from './tellingRepository';
export { withdrawAsWorker } from './declineService';
