import type { Kysely } from 'kysely';
import type { Clock } from './clock';
import type { Database } from './database/schema';
import type { FileStore } from './ports/fileStore';
import type { Files } from './files';
import type { StoreQueue } from './flow/admission';
import type { Limiter } from './limiter';
import type { Streams } from './live/streams';
import type { Messages } from './messages';
import type { PaymentProvider } from './ports/payments';
import type { Presence } from './presence';
import type { IsPushService } from './ports/senders';
import type { Settings } from './settings';

/** All that a module may use of the outside; tests give their own. */
export interface Deps {
  db: Kysely<Database>;
  /** Who waits for a connection of `db`. */
  pool: StoreQueue;
  clock: Clock;
  settings: Settings;
  files: Files;
  /** Where uploaded files lie. */
  fileStore: FileStore;
  messages: Messages;
  limiter: Limiter;
  /** What the codes sent to phones follow from; the same on all servers of a store. */
  codeSecret: string;
  /** Who takes the money. */
  payments: PaymentProvider;
  /** Which addresses may be pushed to; the push services of browsers if left out. Tests name their own. */
  isPushService?: IsPushService;
  /** The streams of events of this process. */
  live: Streams;
  /** By what other servers know that this one lives. */
  presence: Presence;
}
