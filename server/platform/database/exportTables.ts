import type { ColumnType, Generated } from 'kysely';
import type { Language } from '../../../contract/constants/options';
import type { ExportState } from '../../../contract/constants/statuses';

export interface ExportsTable {
  id: string;
  organisation_id: number;
  user_id: number;
  /** Null: the whole organisation. */
  scope_user_id: number | null;
  query: ColumnType<Record<string, unknown>, string, never>;
  language: Language;
  recipient: string | null;
  state: ColumnType<ExportState, ExportState | undefined, ExportState>;
  done: Generated<number>;
  total: Generated<number>;
  file_key: string | null;
  attempts: Generated<number>;
  leased_until: Date | null;
  created_at: Date;
  finished_at: Date | null;
}
