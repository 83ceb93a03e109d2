export { answerRemaining } from './closingService';
export { deliverMessages, runBulks } from './runnerService';
export { registerBulks } from './routes';
export { BULK_MESSAGES_QUEUE, BULKS_QUEUE } from './rules';
export { removeOldBulks } from './service';
