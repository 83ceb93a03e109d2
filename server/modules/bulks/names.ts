import { randomBytes } from 'node:crypto';

/** The job queues of waiting bulk actions, and of the messages of such actions. */
export const BULKS_QUEUE = 'bulks';
export const BULK_MESSAGES_QUEUE = 'bulk-messages';

export const newBulkId = (): string => randomBytes(16).toString('hex');
