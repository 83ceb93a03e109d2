export { noteUse, type LinkOwner, type StoredLink } from './repository';
export { findByToken, findReach, handOverLinks, linkOf, linksOf, renewLink } from './service';
export { idOf, isTokenOf, tokenOf, type LinkKey, receivesSms, reachOf, retryTimeOf } from './rules';
export { insertShortlistings, MESSAGE_SMS_AT, removeSentAt, removeShortlistings } from './dueSmsRepository';
export {
  findStepSms,
  forgetReopenings,
  forgetStep,
  OUTCOME_SMS_DELAY_MS,
  scheduleMessageSms,
  scheduleOutcomeSms,
  scheduleReopenedSms,
  sendDueSms,
} from './dueSmsService';
export {
  sendCancelledSms,
  sendLinkSms,
  sendMovedSms,
  sendReceivedSms,
  sendTimelessSms,
  type SmsDeps,
} from './smsService';
