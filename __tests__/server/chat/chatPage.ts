import { randomUUID } from 'node:crypto';
import { chatJoined, conversationActions, outboxActions, visibilityChanged } from '../../../src/domains/chat';
import { loggedOut, type SessionUser } from '../../../src/domains/session';
import { createApi } from '../../../src/lib/api';
import { createHttp } from '../../../src/lib/http';
import type { Storage } from '../../../src/lib/storage';
import { createAppStore } from '../../../src/store/createStore';
import { allDomains } from '../../../src/store/allDomains';
import { fakeApi } from '../../support/fakeApi';
import { fakePorts } from '../../support/fakePorts';
import { aSignedInState } from '../../support/testStore';

/** Timeout of a request in milliseconds. */
export const GIVE_UP = 1000;

/** Milliseconds between two visits of the user, which end the sagas' longer pauses. */
const LOOK_EVERY = 25;

export const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Polls a condition for at most a minute; `tell` describes the state when it never holds. */
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

/** Opens a conversation with the whole dashboard store on the given storage; its requests go to a real server. */
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
    ports: { ...ports, api: createApi({ ...api, main }), random: { id: () => randomUUID() } },
    storage,
    devTools: false,
    report: (error) => {
      throw error;
    },
    preloadedState: aSignedInState(user, token),
    domains: allDomains,
  });
  // The page shows nothing until it has read the stored state.
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
    /** Scrolls to the beginning and down to the message with that number, and returns the loaded messages. */
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
      // By now the page has repeated the requests that were lost.
      await rest(4 * LOOK_EVERY);
      return conversation().messages;
    },
    /** Writes the state to the storage, which takes some milliseconds. */
    stored: () => persistor.flush(),
    /** Closes the page as a browser does: open requests are aborted without notice. */
    leave: async () => {
      persistor.pause();
      left.abort();
      // Its sagas run detached from the root saga. Without a session they all end and store nothing.
      store.dispatch(loggedOut());
      await rest(2 * LOOK_EVERY);
      clearInterval(looking);
      task.cancel();
    },
  };
};
export type ChatPage = Awaited<ReturnType<typeof openPage>>;
