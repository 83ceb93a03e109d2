export { answerRemaining } from './closingService';
export { deliverMessages } from './deliveryService';
export { registerBulks } from './routes';
export { BULK_MESSAGES_QUEUE, BULKS_QUEUE } from './rules';
export { runBulks } from './runnerService';
export { removeOldBulks } from './service';
