import pg from 'pg';
import { unavailable, tooManyRequests } from '../errors';
import { randomBytes } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import type { StreamEvent } from '../../../contract/schemas/chat';
import { EVENTS_HEARTBEAT_SECONDS } from '../../../contract/constants/limits';
import { ownerScope, type Scope } from '../auth/guard';
import { findLiveTokens, type Session } from '../auth/tokens';
import type { Clock } from '../clock';
import type { Db } from '../database/schema';
import { scheduleSend } from './outbox';

/** Milliseconds between checks of the connection, and the longest time for its answer. */
const WATCH_MS = 15_000;
const ANSWER_MS = 5_000;
/** Seconds after which a retry makes sense. */
const RETRY_SECONDS = 5;

interface ListenerHandlers {
  onNotification(channel: string, payload: string): void;
  /** The connection broke; notifications in the meantime are lost. */
  onLost(): void;
}

/** One connection to PostgreSQL that listens for a whole process. */
interface Listener {
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
const createListener = (
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

/** PostgreSQL's channels: events of employers, and ended tokens (migration 0013). */
export const EMPLOYER_CHANNEL = 'employer_events';
const TOKENS_CHANNEL = 'tokens_ended';

/** Contains only ids and numbers: a payload has at most 8,000 bytes, and data that is not in it cannot leak. */
export interface EmployerEvent {
  organisationId: number;
  event: Exclude<StreamEvent, { type: 'ready' }>;
}

/** Streams that one account may hold open on one server: one for each signed-in browser. */
export const STREAMS_PER_USER = 10;
/** Milliseconds after which a client reconnects when its stream has ended. */
const RETRY_MS = 3_000;
/** Milliseconds for which the server remembers which accounts had events. */
const QUIET_WINDOW_MS = 60_000;
/** The most by which the clocks of two servers, and a client's estimate of them, differ. */
const CLOCK_TOLERANCE_MS = 5_000;
/** Unread bytes above which a client counts as gone. */
const BUFFER_MAX = 65_536;
/** Milliseconds in which ended tokens are collected, so that one statement checks them together. */
const CHECK_AFTER_MS = 50;

interface OpenStream {
  out: PassThrough;
  userId: number;
  scope: Scope;
  tokenHash: Buffer;
}

export interface Streams {
  /**
   * Opens a stream, which begins with `ready`; this says whether the account had no event since `since` (ISO). Throws
   * 429 when the account holds too many, 503 while the server cannot listen.
   */
  open(session: Session, since?: string): Promise<Readable>;
  /**
   * Listens even while no stream is open, so that `whenTokensEnd` learns of other servers' changes. Resolves after the
   * first attempt.
   */
  listen(): Promise<void>;
  /** Calls `onEnd` when a token ended on any server, and when this one may have missed that. */
  whenTokensEnd(onEnd: () => void): void;
  /** Ends every stream and stops listening. */
  close(): Promise<void>;
}

/** Returns the key of an account, or of a whole organisation. */
const accountOf = ({ organisationId, userId }: Scope): string =>
  userId === null ? `${organisationId}` : `${organisationId}/${userId}`;

const isInScope = ({ organisationId, userId }: Scope, { organisationId: of, event }: EmployerEvent): boolean =>
  of === organisationId && (userId === null || event.userId === userId);

interface StreamsOptions {
  db: Db;
  clock: Clock;
  connectionString: string;
}

/**
 * Forwards the events of all servers to the employers connected to this one. A stream lives as long as its token and
 * as long as this server listens without a gap. After a gap all streams end; the clients reconnect and reload. Each
 * stream begins with `ready`, after which clients load what they show unless nothing has happened, so no event needs a
 * replay by Last-Event-ID (docs/API.md#event-stream).
 */
export const createStreams = ({ db, clock, connectionString }: StreamsOptions): Streams => {
  const streams = new Set<OpenStream>();
  // Unique for this run of this server.
  const origin = randomBytes(6).toString('base64url');
  let serial = 0;
  let heartbeat: NodeJS.Timeout | undefined;
  let check: NodeJS.Timeout | undefined;
  let isClosed = false;
  const tokenWatchers = new Set<() => void>();
  /** Since when this server has received every event; null while it does not listen. */
  let heardSince: number | null = null;
  /** When each account and each organisation last had an event, in ms since 1970. */
  const lastEvents = new Map<string, number>();
  const tellTokensEnded = () => tokenWatchers.forEach((onEnd) => onEnd());

  const end = (stream: OpenStream) => {
    streams.delete(stream);
    stream.out.end();
  };
  const endAll = () => [...streams].forEach(end);
  const write = (stream: OpenStream, text: string) => {
    // Ending gracefully would wait for the reader and keep the connection and its buffer.
    if (stream.out.writableLength + stream.out.readableLength > BUFFER_MAX) stream.out.destroy();
    else stream.out.write(text);
  };
  const block = (event: StreamEvent): string => `id: ${origin}-${(serial += 1)}\ndata: ${JSON.stringify(event)}\n\n`;

  const endExpired = async (): Promise<void> => {
    check = undefined;
    const checked = [...streams];
    if (checked.length === 0) return;
    const hashes = checked.map(({ tokenHash }) => tokenHash);
    const live = await findLiveTokens(db, hashes, clock.now()).catch(() => null);
    // Without an answer it is unknown which tokens still live, so all of these streams end.
    for (const stream of checked) if (!live?.has(stream.tokenHash.toString('hex'))) end(stream);
  };
  const scheduleCheck = () => void (check ??= setTimeout(() => void endExpired(), CHECK_AFTER_MS).unref());
  const becomeReady = async () => {
    await listener.ready();
    heardSince ??= clock.now().getTime();
  };
  const keepListening = async () => {
    if (!isClosed) await becomeReady().catch(() => undefined);
  };
  const noteEvent = ({ organisationId, event: { userId } }: EmployerEvent) => {
    const now = clock.now().getTime();
    for (const reader of [null, userId]) lastEvents.set(accountOf({ organisationId, userId: reader }), now);
  };
  const isQuietSince = (scope: Scope, since: number): boolean => {
    const now = clock.now().getTime();
    const from = since - CLOCK_TOLERANCE_MS;
    if (heardSince === null || from < Math.max(heardSince, now - QUIET_WINDOW_MS) || since > now) return false;
    return (lastEvents.get(accountOf(scope)) ?? 0) < from;
  };
  const sendHeartbeats = () => {
    const forgotten = clock.now().getTime() - QUIET_WINDOW_MS;
    for (const [account, at] of lastEvents) if (at < forgotten) lastEvents.delete(account);
    void keepListening();
    for (const stream of streams) write(stream, ':\n\n');
    // Sends the events of a server that died between a commit and its publication.
    scheduleSend(db);
    scheduleCheck();
  };
  const startHeartbeats = () =>
    void (heartbeat ??= setInterval(sendHeartbeats, EVENTS_HEARTBEAT_SECONDS * 1000).unref());

  const listener = createListener(connectionString, [EMPLOYER_CHANNEL, TOKENS_CHANNEL], {
    onLost: () => {
      heardSince = null;
      tellTokensEnded();
      endAll();
    },
    onNotification: (channel, payload) => {
      if (channel === TOKENS_CHANNEL) {
        tellTokensEnded();
        return scheduleCheck();
      }
      const message = JSON.parse(payload) as EmployerEvent;
      noteEvent(message);
      const recipients = [...streams].filter(({ scope }) => isInScope(scope, message));
      if (recipients.length === 0) return;
      const text = block(message.event);
      for (const stream of recipients) write(stream, text);
    },
  });

  return {
    open: async ({ user, tokenHash }, since) => {
      await becomeReady();
      if (isClosed) throw unavailable(1);
      const openCount = [...streams].filter(({ userId }) => userId === user.id).length;
      if (openCount >= STREAMS_PER_USER) throw tooManyRequests(EVENTS_HEARTBEAT_SECONDS);
      const stream = { out: new PassThrough(), userId: user.id, scope: ownerScope(user), tokenHash };
      stream.out.on('close', () => streams.delete(stream));
      streams.add(stream);
      const isQuiet = since !== undefined && isQuietSince(stream.scope, Date.parse(since));
      write(stream, `retry: ${RETRY_MS}\n${block({ type: 'ready', ...(isQuiet && { isQuiet }) })}`);
      startHeartbeats();
      // The token may have ended since the check.
      scheduleCheck();
      return stream.out;
    },
    listen: () => {
      startHeartbeats();
      return keepListening();
    },
    whenTokensEnd: (onEnd) => void tokenWatchers.add(onEnd),
    close: async () => {
      isClosed = true;
      clearInterval(heartbeat);
      clearTimeout(check);
      endAll();
      await listener.close();
    },
  };
};
