import { randomBytes } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { EVENTS_HEARTBEAT_SECONDS } from '../../../contract/constants/limits';
import type { StreamEvent } from '../../../contract/schemas/chat';
import { ownerScope, type Scope } from '../auth/scope';
import { findLiveTokens, type Session } from '../auth/tokens';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import { tooManyRequests, unavailable } from '../errors';
import { createListener } from './listener';
import { sendSoon } from './outbox';
import { EMPLOYER_CHANNEL, TOKENS_CHANNEL, type EmployerEvent } from './tell';

/** Streams that one account may hold open on one server: one for each browser it is signed in with. */
export const STREAMS_PER_USER = 10;
/** Milliseconds after which a client comes again when its stream has ended. */
const RETRY_MS = 3_000;
/** A client that lets this many bytes wait reads no more. */
const WAITING_MAX = 65_536;
/** Tokens that end together are looked at together, after so many milliseconds. */
const CHECK_AFTER_MS = 50;

interface Open {
  out: PassThrough;
  userId: number;
  scope: Scope;
  tokenHash: Buffer;
}

/** The streams of events of one process. */
export interface Streams {
  /** A stream that begins with `ready`. 429 when the account holds too many, 503 while nothing can be heard. */
  open(session: Session): Promise<Readable>;
  /** Ends every stream and stops listening. */
  close(): Promise<void>;
}

const concerns = ({ organisationId, userId }: Scope, { organisationId: of, event }: EmployerEvent): boolean =>
  of === organisationId && (userId === null || event.userId === userId);

export interface StreamsOptions {
  db: Kysely<Database>;
  clock: Clock;
  connectionString: string;
}

/**
 * Tells the employer's side on this server what was written anywhere. A stream lives as long as its token, and as long
 * as this server hears everything: when it does not, the streams end, so that their clients ask by themselves and come
 * again. Each stream begins with `ready`, upon which they ask for what they show: nothing has to be repeated from a
 * Last-Event-ID. API contract, section 8.
 */
export const createStreams = ({ db, clock, connectionString }: StreamsOptions): Streams => {
  const streams = new Set<Open>();
  // Unlike those of any other server, and of this one before it was started again.
  const origin = randomBytes(6).toString('base64url');
  let serial = 0;
  let beat: NodeJS.Timeout | undefined;
  let check: NodeJS.Timeout | undefined;
  let isClosed = false;

  const end = (stream: Open) => {
    streams.delete(stream);
    stream.out.end();
  };
  const endAll = () => [...streams].forEach(end);
  const write = (stream: Open, text: string) => {
    // An end that waits for its reader would hold the connection and all that waits.
    if (stream.out.writableLength + stream.out.readableLength > WAITING_MAX) stream.out.destroy();
    else stream.out.write(text);
  };
  const block = (event: StreamEvent): string => `id: ${origin}-${(serial += 1)}\ndata: ${JSON.stringify(event)}\n\n`;

  const endDead = async (): Promise<void> => {
    check = undefined;
    const asked = [...streams];
    if (asked.length === 0) return;
    const hashes = asked.map(({ tokenHash }) => tokenHash);
    const live = await findLiveTokens(db, hashes, clock.now()).catch(() => null);
    // Without an answer nobody knows who may still listen.
    for (const stream of asked) if (!live?.has(stream.tokenHash.toString('hex'))) end(stream);
  };
  const checkSoon = () => void (check ??= setTimeout(() => void endDead(), CHECK_AFTER_MS).unref());
  const beatAll = () => {
    for (const stream of streams) write(stream, ':\n\n');
    // A server that died between a commit and its sending has left this to others.
    sendSoon(db);
    checkSoon();
  };

  const listener = createListener(connectionString, [EMPLOYER_CHANNEL, TOKENS_CHANNEL], {
    onLost: endAll,
    onNotification: (channel, payload) => {
      if (channel === TOKENS_CHANNEL) return checkSoon();
      const told = JSON.parse(payload) as EmployerEvent;
      const hearing = [...streams].filter(({ scope }) => concerns(scope, told));
      if (hearing.length === 0) return;
      const text = block(told.event);
      for (const stream of hearing) write(stream, text);
    },
  });

  return {
    open: async ({ user, tokenHash }) => {
      await listener.ready();
      if (isClosed) throw unavailable(1);
      const held = [...streams].filter(({ userId }) => userId === user.id).length;
      if (held >= STREAMS_PER_USER) throw tooManyRequests(EVENTS_HEARTBEAT_SECONDS);
      const stream = { out: new PassThrough(), userId: user.id, scope: ownerScope(user), tokenHash };
      stream.out.on('close', () => streams.delete(stream));
      streams.add(stream);
      write(stream, `retry: ${RETRY_MS}\n${block({ type: 'ready' })}`);
      beat ??= setInterval(beatAll, EVENTS_HEARTBEAT_SECONDS * 1000).unref();
      // It may have ended since it was looked at.
      checkSoon();
      return stream.out;
    },
    close: async () => {
      isClosed = true;
      clearInterval(beat);
      clearTimeout(check);
      endAll();
      await listener.close();
    },
  };
};
