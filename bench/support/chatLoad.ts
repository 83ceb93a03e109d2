import { setTimeout as sleep } from 'node:timers/promises';
import { CHAT_POLL_SECONDS } from '../../contract/constants/limits';
import { openConnection, type Connection } from './connection';
import type { OpenConversation } from './chatWorld';
import { GATEWAY_KEY } from './deps';

export interface Figures {
  /** Milliseconds of every poll, of those that brought a message, and of every sent message. */
  polls: number[];
  news: number[];
  sends: number[];
  /** Bytes of the responses without changes. */
  unchanged: number[];
  /** Milliseconds by which polls were sent late: the generator's own delay. */
  late: number[];
  skipped: number;
  seen: number;
}

export const noFigures = (): Figures => ({
  polls: [],
  news: [],
  sends: [],
  unchanged: [],
  late: [],
  skipped: 0,
  seen: 0,
});

interface Follower {
  connection: Connection;
  one: OpenConversation;
  after: number;
  etag: string | undefined;
}

/** Opens the conversations a few at a time, each on a separate connection; this reads them and marks them read. */
export const openAll = async (origin: string, all: readonly OpenConversation[]): Promise<Follower[]> => {
  const followers: Follower[] = [];
  const waiting = [...all];
  const work = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const follower: Follower = { connection: await openConnection(origin), one, after: 0, etag: undefined };
      followers.push(follower);
      await poll(follower, noFigures());
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return followers;
};

const poll = async (follower: Follower, figures: Figures): Promise<void> => {
  const { connection, one, after, etag } = follower;
  const known = etag === undefined ? '' : `If-None-Match: ${etag}\r\n`;
  const answer = await connection.send(
    `GET /api/messages/thread/${one.threadId}?user_id=${one.userId}&after=${after} HTTP/1.1\r\n` +
      `Authorization: Bearer ${one.token}\r\n${known}Accept: application/json`,
  );
  figures.polls.push(answer.took);
  follower.etag = answer.etag;
  if (answer.status === 304) {
    figures.unchanged.push(answer.bytes);
    return;
  }
  if (answer.status !== 200) throw new Error(`poll: ${answer.status} ${answer.body}`);
  figures.news.push(answer.took);
  for (const { number } of JSON.parse(answer.body).payload.messages as { number: number }[]) {
    if (number !== follower.after + 1) figures.skipped += 1;
    follower.after = number;
    figures.seen += 1;
  }
};

/** Polls at fixed times, spread over the interval, whether or not the server keeps up. */
export const follow = async (follower: Follower, until: number, figures: Figures): Promise<void> => {
  let due = performance.now() + Math.random() * CHAT_POLL_SECONDS * 1000;
  while (due < until) {
    await sleep(Math.max(0, due - performance.now()));
    figures.late.push(Math.max(0, performance.now() - due));
    await poll(follower, figures);
    due += CHAT_POLL_SECONDS * 1000;
  }
};

const requestOf = (
  { token, threadId, userId, workerId }: OpenConversation,
  at: number,
): [head: string, body: string] => {
  const text = 'Merhaba, yarın saat onda görüşmeye gelebilir misiniz?';
  const type = 'Content-Type: application/json';
  // Every other message is from the worker: it is unread, and the poll that brings it marks it read.
  if (at % 2 === 0)
    return [
      `POST /worker-gateway/threads/${threadId}/messages HTTP/1.1\r\nX-Gateway-Key: ${GATEWAY_KEY}\r\n${type}`,
      JSON.stringify({ workerId, body: text, client_message_id: `bench-${at}` }),
    ];
  return [
    `PUT /api/messages/send HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n${type}`,
    JSON.stringify({
      user_id: userId,
      recipient_id: workerId,
      body: text,
      message_status: 2,
      type: 'text',
      client_message_id: `bench-${at}`,
    }),
  ];
};

/** Sends so many messages a second at fixed times; returns how many. */
export const write = async (
  origin: string,
  all: readonly OpenConversation[],
  { until, perSecond, figures }: { until: number; perSecond: number; figures: Figures },
): Promise<number> => {
  const free: Connection[] = [];
  const sending: Promise<void>[] = [];
  const send = async (at: number): Promise<void> => {
    const connection = free.pop() ?? (await openConnection(origin));
    const answer = await connection.send(...requestOf(all[Math.floor(Math.random() * all.length)]!, at));
    if (answer.status !== 200) throw new Error(`send: ${answer.status} ${answer.body}`);
    figures.sends.push(answer.took);
    free.push(connection);
  };
  for (let due = performance.now(); due < until; due += 1000 / perSecond) {
    await sleep(Math.max(0, due - performance.now()));
    sending.push(send(sending.length));
  }
  await Promise.all(sending);
  free.forEach((connection) => connection.close());
  return sending.length;
};
