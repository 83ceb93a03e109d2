import type { Kysely } from 'kysely';
import type { Clock } from './clock';
import type { Database } from './database/schema';
import type { Files } from './files';
import type { Limiter } from './limiter';
import type { Messages } from './messages';
import type { Settings } from './settings';

/** All that a module may use of the outside; tests give their own. */
export interface Deps {
  db: Kysely<Database>;
  clock: Clock;
  settings: Settings;
  files: Files;
  messages: Messages;
  limiter: Limiter;
}
