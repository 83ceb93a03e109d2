import { randomUUID } from 'node:crypto';
import { chatJoined, conversationActions, outboxActions, visibilityChanged } from '../../src/domains/chat';
import { loggedOut, type SessionUser } from '../../src/domains/session';
import { createApi } from '../../src/lib/api';
import { createHttp } from '../../src/lib/http';
import type { Storage } from '../../src/lib/storage';
import { createAppStore } from '../../src/store/createStore';
import { allDomains } from '../../src/store/allDomains';
import { eventually } from './eventually';
import { fakeApi } from './fakeApi';
import { fakePorts } from './fakePorts';
import { aSignedInState } from './testStore';

/** Timeout of a request in milliseconds. */
export const TIMEOUT_MS = 1000;

/** Milliseconds between two visits of the user, which end the sagas' longer pauses. */
const VISIBILITY_MS = 25;

/** A pause of somebody who writes or polls; a test that waits for a state uses `eventually`. */
export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface PageOptions {
  origin: string;
  user: SessionUser;
  token: string;
  storage: Storage;
  threadId: number;
}

/** Opens a conversation with the whole dashboard store on the given storage; its requests go to a real server. */
export const openPage = async ({ origin, user, token, storage, threadId }: PageOptions) => {
  const closed = new AbortController();
  const main = createHttp({
    baseUrl: `${origin}/api`,
    getToken: () => token,
    getLanguage: () => 'en',
    onUnauthorized: () => undefined,
    timeoutMs: TIMEOUT_MS,
    fetch: (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.any([closed.signal, init!.signal as AbortSignal]) }),
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
  await eventually(
    () => persistor.getState(),
    ({ bootstrapped }) => bootstrapped,
  );
  const open = (id: number) =>
    store.dispatch(conversationActions.conversationOpened({ threadId: id, userId: user.id }));
  store.dispatch(chatJoined());
  open(threadId);
  const visibilityTimer = setInterval(() => store.dispatch(visibilityChanged()), VISIBILITY_MS);
  const conversation = () => store.getState().conversation;
  return {
    open,
    outbox: () => store.getState().outbox,
    write: (to: { threadId: number; workerId: number }, body: string) =>
      store.dispatch(outboxActions.messageSubmitted({ ...to, ownerId: user.id, userId: user.id, body })),
    /**
     * Scrolls to the beginning, waits until that many messages are loaded, and returns them. The newest one alone proves
     * nothing: a message sent from here is shown before a lost poll for earlier ones is repeated.
     */
    readAll: async (count: number) => {
      const { messages } = await eventually(
        conversation,
        ({ load, older, hasOlder, messages: loaded }) => {
          if (load.status !== 'loaded') return false;
          if (hasOlder && older.status !== 'loading') store.dispatch(conversationActions.olderRequested());
          return !hasOlder && loaded.length >= count;
        },
        60_000,
      );
      return messages;
    },
    /** Writes the state to the storage, which takes some milliseconds. */
    flushStorage: () => persistor.flush(),
    /** Closes the page as a browser does: open requests are aborted without notice. */
    close: async () => {
      persistor.pause();
      closed.abort();
      // Its sagas run detached from the root saga. Without a session they all end and store nothing.
      store.dispatch(loggedOut());
      await sleep(2 * VISIBILITY_MS);
      clearInterval(visibilityTimer);
      task.cancel();
    },
  };
};
export type ChatPage = Awaited<ReturnType<typeof openPage>>;
