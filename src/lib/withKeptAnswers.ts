import type { Api } from './api';
import { whenIdle } from './browser';
import { ApiError, type Envelope } from './http';
import type { Answered, Asked } from './keptAnswers/rules';
import type { findAnswer, keepAnswers } from './keptAnswers/store';
import { ANSWERS_DATABASE } from './storage';

interface Options {
  /** Returns the id of the signed-in user, or null when nothing may be kept on this device. */
  getOwner: () => number | null;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Runs when a kept answer replaces a missing response; `at` is null for data that hardly ever changes. */
  onServed: (at: number | null) => void;
  /** Loads the code that encrypts and finds answers. */
  load: () => Promise<{ keepAnswers: typeof keepAnswers; findAnswer: typeof findAnswer }>;
}

/** Answers that may wait until the program has loaded. */
const MAX_WAITING = 40;

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
 * (docs/decisions/0051-reading-offline.md). A response of the server always takes precedence.
 */
export const createKeptAnswers = ({ getOwner, now, onServed, load }: Options) => {
  let owner = getOwner();
  /** Number of ended sessions; an answer that was requested in an earlier session is not kept. */
  let epoch = 0;
  let waiting: Answered[] = [];
  let hasBegun = false;
  let isScheduled = false;
  let writing: Promise<void> = Promise.resolve();

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

  const find = async (asked: Asked): Promise<Envelope<unknown> | null> => {
    const [id, begun] = [owner, epoch];
    if (id === null) return null;
    await write();
    try {
      const kept = await (await load()).findAnswer({ owner: id, asked, now: now() });
      if (!kept || epoch !== begun) return null;
      onServed(kept.at);
      return kept.answer;
    } catch {
      return null;
    }
  };

  const wrap = (api: Api, signal?: AbortSignal, mayFind = true): Api => {
    const envelope: Api['envelope'] = async (key, ...input) => {
      const asked = { key, ...input[0] } as Asked;
      const [begun, sentAt] = [epoch, now()];
      try {
        const answer = await api.envelope(key, ...input);
        // The answer itself may say that reading offline is allowed.
        if (owner !== null && epoch === begun) keep({ ...asked, answer, at: key.startsWith('GET ') ? sentAt : now() });
        return answer;
      } catch (error) {
        const hasNoResponse = error instanceof ApiError && error.status === 0 && signal?.aborted !== true;
        const kept = mayFind && hasNoResponse ? await find(asked) : null;
        if (!kept) throw error;
        return kept as Envelope<never>;
      }
    };
    return {
      envelope,
      call: async (key, ...input) => (await envelope(key, ...input)).payload,
      file: api.file,
      withSignal: (aborted) => wrap(api.withSignal(aborted), aborted, mayFind),
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
