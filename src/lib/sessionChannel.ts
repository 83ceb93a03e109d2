import { readStored } from './storage';

/** Messages and locks between the tabs of one browser, for the stream and the unsent data. */
export interface Tabs {
  /** Calls `onLead` once this tab holds the lock of that name; the returned function releases it. */
  lead: (name: string, onLead: () => void) => () => void;
  /** Sends to the other tabs; this tab does not receive its own messages. */
  post: (message: unknown) => void;
  /** Returns a function that stops listening. */
  listen: (onMessage: (message: unknown) => void) => () => void;
}

const CHANNEL = 'employer-dashboard.live';

/** The tab that holds the lock leads; without Web Locks every tab leads. */
const lead: Tabs['lead'] = (name, onLead) => {
  const locks = globalThis.navigator?.locks;
  if (!locks) {
    onLead();
    return () => undefined;
  }
  const stop = new AbortController();
  let release: () => void = () => stop.abort();
  locks
    .request(`employer-dashboard.${name}`, { signal: stop.signal }, () => {
      const untilReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      onLead();
      return untilReleased;
    })
    .catch(() => undefined);
  return () => release();
};

/** Connects the tabs of this browser by Web Locks and BroadcastChannel, if it has them. */
export const createTabs = (): Tabs => {
  if (typeof BroadcastChannel === 'undefined') return { lead, post: () => undefined, listen: () => () => undefined };
  const channel = new BroadcastChannel(CHANNEL);
  return {
    lead,
    post: (message) => channel.postMessage(message),
    listen: (onMessage) => {
      const handle = ({ data }: MessageEvent<unknown>) => onMessage(data);
      channel.addEventListener('message', handle);
      return () => channel.removeEventListener('message', handle);
    },
  };
};

/** Messages between tabs about the session. */
export type SessionMessage =
  | { type: 'signedOut' }
  | { type: 'signedIn'; userId: number; accessToken: string }
  | { type: 'tokenRotated'; userId: number; accessToken: string };

export interface SessionChannel {
  /** Sends to the other tabs; this tab does not receive its own messages. */
  post: (message: SessionMessage) => void;
  /** Returns a function that stops listening. */
  listen: (onMessage: (message: SessionMessage) => void) => () => void;
}

/** Name of the channel, and key of the fallback, which writes it to localStorage and removes it at once. */
export const CHANNEL_NAME = 'employer-dashboard.session';

const broadcastChannel = (): SessionChannel => {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  return {
    post: (message) => channel.postMessage(message),
    listen: (onMessage) => {
      const handle = (event: MessageEvent<SessionMessage>) => onMessage(event.data);
      channel.addEventListener('message', handle);
      return () => channel.removeEventListener('message', handle);
    },
  };
};

/** For browsers without BroadcastChannel: a `storage` event reaches the other tabs of the origin. */
const storageChannel = (): SessionChannel => ({
  post: (message) => {
    try {
      localStorage.setItem(CHANNEL_NAME, JSON.stringify(message));
      localStorage.removeItem(CHANNEL_NAME);
    } catch {
      // Without storage there is no session to share.
    }
  },
  listen: (onMessage) => {
    const handle = ({ key, newValue }: StorageEvent) => {
      if (key === CHANNEL_NAME && newValue) onMessage(JSON.parse(newValue) as SessionMessage);
    };
    addEventListener('storage', handle);
    return () => removeEventListener('storage', handle);
  },
});

const storedSession = () => readStored((key) => localStorage.getItem(key))?.session ?? null;

/**
 * Gives a tab that wakes up the token that another tab stored meanwhile. The message about the token may arrive after
 * the tab's first call, and a call with the replaced token would end the session.
 */
const listenForNewToken = (onMessage: (message: SessionMessage) => void): (() => void) => {
  let known = storedSession()?.accessToken;
  const compare = () => {
    const session = storedSession();
    if (!session || session.accessToken === known) return;
    known = session.accessToken;
    onMessage({ type: 'tokenRotated', userId: session.userId, accessToken: session.accessToken });
  };
  const handleVisibility = () => {
    if (document.visibilityState === 'visible') compare();
    else known = storedSession()?.accessToken;
  };
  document.addEventListener('visibilitychange', handleVisibility);
  document.addEventListener('resume', compare);
  addEventListener('pageshow', compare);
  return () => {
    document.removeEventListener('visibilitychange', handleVisibility);
    document.removeEventListener('resume', compare);
    removeEventListener('pageshow', compare);
  };
};

/** Connects the tabs of this browser by BroadcastChannel or, without it, by `storage` events. */
export const createSessionChannel = (): SessionChannel => {
  const { post, listen } = typeof BroadcastChannel === 'undefined' ? storageChannel() : broadcastChannel();
  return {
    post,
    listen: (onMessage) => {
      const unsubscribes = [listen(onMessage), listenForNewToken(onMessage)];
      return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
    },
  };
};
