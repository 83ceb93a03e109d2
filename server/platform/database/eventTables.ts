import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface WorkerEventSequenceTable {
  only_row: Generated<boolean>;
  value: number;
  sent_before: Generated<string>;
}

/** What changes told and `send_events` has not sent yet. */
export interface EventOutboxTable {
  xid: Generated<string>;
  id: GeneratedAlways<number>;
  worker_id: number | null;
  type: string | null;
  data: ColumnType<unknown, string, string>;
  at: Date;
}

export interface WorkerEventsTable {
  seq: number;
  type: string;
  worker_id: number;
  data: ColumnType<unknown, string, string>;
  at: Date;
}
