import pg from 'pg';
import { unavailable } from '../errors';

/** Milliseconds between checks of the connection, and the longest time for its answer. */
const WATCH_MS = 15_000;
const ANSWER_MS = 5_000;
/** Seconds after which a retry makes sense. */
const RETRY_SECONDS = 5;

export interface ListenerHandlers {
  onNotification(channel: string, payload: string): void;
  /** The connection broke; notifications in the meantime are lost. */
  onLost(): void;
}

/** One connection to PostgreSQL that listens for a whole process. */
export interface Listener {
  /** Resolves once it listens; opens the connection if there is none. Throws 503 while PostgreSQL is unavailable. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

const respondsInTime = async (client: pg.Client): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ANSWER_MS)));
  const answer = client.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
};

/** Creates a listener. It connects on the first `ready` call, and after a break on the next one. */
export const createListener = (
  connectionString: string,
  channels: readonly string[],
  { onNotification, onLost }: ListenerHandlers,
): Listener => {
  let listening: Promise<pg.Client> | null = null;

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: ANSWER_MS,
      keepAlive: true,
      application_name: 'employer-dashboard-events',
    });
    // A connection that was cut silently looks alive until a statement is sent.
    const watchdog = setInterval(
      () => void respondsInTime(client).then((isAlive) => isAlive || handleLoss()),
      WATCH_MS,
    ).unref();
    let isLost = false;
    const handleLoss = () => {
      if (isLost) return;
      isLost = true;
      clearInterval(watchdog);
      listening = null;
      onLost();
      // Does not wait for a connection that no longer answers.
      void client.end().catch(() => undefined);
    };
    client.on('error', handleLoss);
    client.on('end', handleLoss);
    client.on('notification', ({ channel, payload = '' }) => onNotification(channel, payload));
    await client.connect().catch((error: unknown) => {
      handleLoss();
      throw error;
    });
    for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    return client;
  };

  return {
    ready: async () => {
      const attempt = (listening ??= connect());
      try {
        await attempt;
      } catch {
        if (listening === attempt) listening = null;
        throw unavailable(RETRY_SECONDS);
      }
    },
    close: async () => {
      const client = await listening?.catch(() => null);
      await client?.end().catch(() => undefined);
    },
  };
};
