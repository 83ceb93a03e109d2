import type { ChangeDeps } from './change';
import type { Clock } from './clock';
import type { Db } from './database/schema';
import type { FileStore } from './ports/fileStore';
import type { Files } from './files';
import type { StoreQueue } from './flow/fairQueue';
import type { Limiter } from './limiter';
import type { Streams } from './live/streams';
import type { Messages } from './messages';
import type { PaymentProvider } from './ports/payments';
import type { Presence } from './presence';
import type { IsPushService } from './ports/senders';
import type { Settings } from './settings';

/** The outside world of a module; tests pass their own. */
export interface Deps {
  db: Db;
  /** The queue for connections of `db`. */
  pool: StoreQueue;
  clock: Clock;
  settings: Settings;
  files: Files;
  fileStore: FileStore;
  messages: Messages;
  limiter: Limiter;
  /** The secret from which phone codes are derived; all servers of a store share it. */
  codeSecret: string;
  payments: PaymentProvider;
  /** Checks the addresses of push services; the default knows those of the browsers. Tests pass their own. */
  isPushService?: IsPushService;
  live: Streams;
  /** Lets other servers see that this one is alive. */
  presence: Presence;
  /** See `inChange`. Without it, the task computes the needs a little later. */
  beforeCommit?: ChangeDeps['beforeCommit'];
}
