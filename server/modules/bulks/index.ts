export { answerRemaining } from './closingService';
export { deliverMessages } from './deliveryService';
export { BULK_MESSAGES_QUEUE, BULKS_QUEUE } from './names';
export { removeOldBulks } from './retentionService';
export { registerBulks } from './routes';
export { runBulks } from './runnerService';
