export { noteUse, type LinkOwner, type StoredLink } from './repository';
export { findByToken, handOverLinks, linkOf, linksOf, renewLink } from './service';
export { idOf, isTokenOf, tokenOf, type LinkKey } from './tokens';
export { insertShortlistings, removeShortlistings } from './outcomeSmsRepository';
export {
  deleteDeclineSms,
  OUTCOME_SMS_DELAY_MS,
  scheduleDeclineSms,
  scheduleOutcomeSms,
  sendDueSms,
} from './outcomeSmsService';
export { sendLinkSms, sendReceivedSms, sendTimelessSms, type SmsDeps } from './smsService';
export { hearsBySms } from './rules';
