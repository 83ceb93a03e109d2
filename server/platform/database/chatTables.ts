import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Rows of conversations: bigint as number, timestamptz as Date. */

export interface ThreadsTable {
  id: Generated<number>;
  organisation_id: number;
  user_id: number;
  worker_id: number;
  last_number: Generated<number>;
  last_message_at: Date | null;
  unread_by_employer: Generated<number>;
  unread_by_worker: Generated<number>;
  blocked_at: Date | null;
  version: GeneratedAlways<number>;
  hidden_to_number: Generated<number>;
  employer_read_number: Generated<number>;
  steered_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The worker's, kept by triggers. */
  worker_name_folded: GeneratedAlways<string | null>;
  created_at: Date;
}

export interface MessagesTable {
  id: Generated<number>;
  thread_id: number;
  number: number;
  sender: string;
  sender_user_id: number | null;
  type: string;
  body: string | null;
  body_folded: GeneratedAlways<string | null>;
  payload: ColumnType<unknown, string | undefined, string>;
  client_message_id: string | null;
  created_at: Date;
}
