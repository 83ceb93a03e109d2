import type { StreamEvent } from '../../../contract/schemas/chat';

/** PostgreSQL's channels: events of employers, and ended tokens (migration 0013). */
export const EMPLOYER_CHANNEL = 'employer_events';
export const TOKENS_CHANNEL = 'tokens_ended';

/** Holds only ids and numbers: a payload has at most 8,000 bytes, and absent data cannot leak. */
export interface EmployerEvent {
  organisationId: number;
  event: Exclude<StreamEvent, { type: 'ready' }>;
}
