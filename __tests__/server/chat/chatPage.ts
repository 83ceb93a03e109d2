import { randomUUID } from 'node:crypto';
import { chatJoined, conversationActions, outboxActions, visibilityChanged } from '../../../src/domains/chat';
import { loggedOut, type SessionUser } from '../../../src/domains/session';
import { createHttp } from '../../../src/lib/http';
import type { Storage } from '../../../src/lib/storage';
import { createAppStore } from '../../../src/store/createStore';
import { allDomains } from '../../../src/store/allDomains';
import { fakeApi } from '../../support/fakeApi';
import { fakePorts } from '../../support/fakePorts';
import { aSignedInState } from '../../support/testStore';

/** Milliseconds after which a request counts as lost. */
export const GIVE_UP = 1000;

/** Milliseconds between two looks of the user, which end the pauses of the sagas (seconds else). */
const LOOK_EVERY = 25;

export const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until something is so, at most a minute; `tell` says how it stands when it never was. */
export const until = async (isSo: () => boolean, tell: () => unknown): Promise<void> => {
  const end = performance.now() + 60_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`took too long: ${JSON.stringify(tell())}`);
    await rest(5);
  }
};

interface PageOptions {
  origin: string;
  user: SessionUser;
  token: string;
  storage: Storage;
  threadId: number;
}

/** A page of the dashboard with a conversation open: the whole store on a storage, its requests to a real server. */
export const openPage = async ({ origin, user, token, storage, threadId }: PageOptions) => {
  const left = new AbortController();
  const main = createHttp({
    baseUrl: `${origin}/api`,
    getToken: () => token,
    getLanguage: () => 'en',
    onUnauthorized: () => undefined,
    timeoutMs: GIVE_UP,
    fetch: (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.any([left.signal, init!.signal as AbortSignal]) }),
  });
  const api = fakeApi();
  const { ports } = fakePorts(api);
  const { store, task, persistor } = createAppStore({
    ports: { ...ports, api: { main, shared: api.shared, geo: api.geo }, random: { id: () => randomUUID() } },
    storage,
    devTools: false,
    report: (error) => {
      throw error;
    },
    preloadedState: aSignedInState(user, token),
    domains: allDomains,
  });
  // Nothing is to be seen of the page before what was stored has been read.
  await until(
    () => persistor.getState().bootstrapped,
    () => persistor.getState(),
  );
  const open = (id: number) =>
    store.dispatch(conversationActions.conversationOpened({ threadId: id, userId: user.id }));
  store.dispatch(chatJoined());
  open(threadId);
  const looking = setInterval(() => store.dispatch(visibilityChanged()), LOOK_EVERY);
  const conversation = () => store.getState().conversation;
  return {
    open,
    outbox: () => store.getState().outbox,
    write: (to: { threadId: number; workerId: number }, body: string) =>
      store.dispatch(outboxActions.messageSubmitted({ ...to, ownerId: user.id, userId: user.id, body })),
    /** Scrolls up to the beginning and down to the message of that number; what is held then. */
    readAll: async (last: number) => {
      await until(
        () => {
          const { load, older, hasOlder, messages } = conversation();
          if (load.status !== 'loaded') return false;
          if (hasOlder && older.status !== 'loading') store.dispatch(conversationActions.olderRequested());
          return !hasOlder && messages.at(-1)?.number === last;
        },
        () => [conversation().load, conversation().older, conversation().messages.map(({ number }) => number)],
      );
      // What was lost before is asked for again by now.
      await rest(4 * LOOK_EVERY);
      return conversation().messages;
    },
    /** What was typed is stored within some milliseconds. */
    stored: () => persistor.flush(),
    /** Without a word to anybody, as the browser does it; what is on its way is broken off. */
    leave: async () => {
      persistor.pause();
      left.abort();
      // Its sagas run apart from their root: without a session all of them come to an end, and nothing of it is stored.
      store.dispatch(loggedOut());
      await rest(2 * LOOK_EVERY);
      clearInterval(looking);
      task.cancel();
    },
  };
};
export type ChatPage = Awaited<ReturnType<typeof openPage>>;
