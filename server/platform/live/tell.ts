import type { StreamEvent } from '../../../contract/schemas/chat';

/** PostgreSQL's channels: what happened in conversations, and that some token has ended (migration 0013). */
export const EMPLOYER_CHANNEL = 'employer_events';
export const TOKENS_CHANNEL = 'tokens_ended';

/** Ids and numbers alone: PostgreSQL takes 8,000 bytes, and what is in no payload can leak from none. */
export interface EmployerEvent {
  organisationId: number;
  event: Exclude<StreamEvent, { type: 'ready' }>;
}
