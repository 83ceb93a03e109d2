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
export { notifyDue, type Postponed } from './decisionNoticeService';
export { TOLD_STATUS } from './decisionNoticeRepository';
export { withdrawAsWorker } from './declineService';
