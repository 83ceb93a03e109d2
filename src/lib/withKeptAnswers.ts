import type { Api } from './api';
import { pause, whenIdle } from './browser';
import { ApiError, type Envelope } from './http';
import type { Answered, Asked } from './keptAnswers/rules';
import type { findAnswer, Found, keepAnswers } from './keptAnswers/store';
import { ANSWERS_DATABASE } from './storage';

interface Options {
  /** Returns the id of the signed-in user, or null when nothing may be kept on this device. */
  getOwner: () => number | null;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Runs when a kept answer replaces a missing or late response; `at` is null for data that hardly ever changes. */
  onServed: (at: number | null) => void;
  /** Loads the code that encrypts and finds answers. */
  load: () => Promise<{ keepAnswers: typeof keepAnswers; findAnswer: typeof findAnswer }>;
}

/** Answers that may wait until the program has loaded. */
const MAX_WAITING = 40;

/** Milliseconds that a read waits for the server before a kept answer replaces its response. */
const PATIENCE = 3000;
/** The same while the server is silent: since a read got a kept answer, no response has arrived. */
const SILENT_PATIENCE = 300;
/** The most of it on a slow network. */
const MOST_PATIENCE = 20_000;

/** Deletes everything that is kept, with its keys. */
const deleteAll = (): void => {
  try {
    globalThis.indexedDB?.deleteDatabase(ANSWERS_DATABASE);
  } catch {
    // A browser that forbids the database has kept nothing.
  }
};

/**
 * Keeps the answers that the daily pages read on this device, encrypted, and returns them to reads that get no response
 * in time (docs/decisions/0051-reading-offline.md). A response of the server always takes precedence.
 */
export const createKeptAnswers = ({ getOwner, now, onServed, load }: Options) => {
  let owner = getOwner();
  /** Number of ended sessions; an answer that was requested in an earlier session is not kept. */
  let epoch = 0;
  let waiting: Answered[] = [];
  let hasBegun = false;
  let isScheduled = false;
  let writing: Promise<void> = Promise.resolve();
  let isSilent = false;
  let patience = PATIENCE;

  const forget = (): void => {
    epoch += 1;
    waiting = [];
    deleteAll();
  };

  const writeWaiting = async (): Promise<void> => {
    const [id, begun, answers] = [owner, epoch, waiting];
    waiting = [];
    if (id === null || answers.length === 0) return;
    const isCurrent = () => epoch === begun;
    try {
      await (await load()).keepAnswers({ owner: id, answers, now: now(), isCurrent });
    } catch {
      // Without the database, as in some private windows, nothing is kept.
    }
  };

  /** Writes one batch at a time, because each may change the answers of the one before. */
  const write = (): Promise<void> => (writing = writing.then(writeWaiting));

  const keep = (answered: Answered): void => {
    waiting = [...waiting, answered].slice(-MAX_WAITING);
    if (!hasBegun || isScheduled) return;
    isScheduled = true;
    whenIdle(() => {
      isScheduled = false;
      void write();
    });
  };

  const find = async (asked: Asked): Promise<Found | null> => {
    const [id, begun] = [owner, epoch];
    if (id === null) return null;
    await write();
    try {
      const found = await (await load()).findAnswer({ owner: id, asked, now: now() });
      return epoch === begun ? found : null;
    } catch {
      return null;
    }
  };

  const wrap = (api: Api, signal?: AbortSignal, mayFind = true): Api => {
    const envelope: Api['envelope'] = async (key, ...input) => {
      const asked = { key, ...input[0] } as Asked;
      const [begun, sentAt] = [epoch, now()];
      const stop = new AbortController();
      const abort = () => stop.abort();
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort);
      let isAnswered = false;
      let isReplaced = false;
      const noteAnswer = () => {
        isAnswered = true;
        isSilent = false;
        // A slow network must not make the page read again and again.
        if (isReplaced) patience = Math.min(2 * (now() - sentAt), MOST_PATIENCE);
      };
      const ask = async () => {
        try {
          const answer = await api.withSignal(stop.signal).envelope(key, ...input);
          noteAnswer();
          // The answer itself may say that reading offline is allowed.
          if (owner !== null && epoch === begun)
            keep({ ...asked, answer, at: key.startsWith('GET ') ? sentAt : now() });
          return answer;
        } catch (error) {
          if (error instanceof ApiError && error.status > 0) noteAnswer();
          throw error;
        }
      };
      const replace = async () => {
        const isOver = () => isAnswered || signal?.aborted === true;
        const found = isOver() ? null : await find(asked);
        if (!found || isOver()) return null;
        // The request goes on: its response ends the silence.
        signal?.removeEventListener('abort', abort);
        isReplaced = true;
        isSilent = true;
        onServed(found.at);
        return found.answer as Envelope<never>;
      };
      const answer = ask();
      if (!mayFind) return answer;
      let replaced: ReturnType<typeof replace> | undefined;
      const replaceOnce = () => (replaced ??= replace());
      const afterPause = async () => {
        await pause(isSilent ? SILENT_PATIENCE : patience);
        return (await replaceOnce()) ?? answer;
      };
      try {
        return await Promise.race([answer, afterPause()]);
      } catch (error) {
        const kept = await replaceOnce();
        if (!kept) throw error;
        return kept;
      }
    };
    return {
      envelope,
      call: async (key, ...input) => (await envelope(key, ...input)).payload,
      file: (...input) => (signal ? api.withSignal(signal) : api).file(...input),
      withSignal: (aborted) => wrap(api, aborted, mayFind),
      kept: () => wrap(api.kept(), signal),
      current: () => wrap(api.current(), signal, false),
    };
  };

  return {
    /** Returns a client whose reads may be answered from this device. */
    wrap,
    /** Follows the session: another user, its end, and the organisation's setting delete everything. */
    follow: (): void => {
      const next = getOwner();
      if (next === owner) return;
      if (owner !== null) forget();
      owner = next;
    },
    /** Starts writing; called once the daily work has loaded. */
    begin: (): void => {
      hasBegun = true;
      void write();
    },
    /** Deletes the answers of an earlier session. */
    forget,
  };
};
