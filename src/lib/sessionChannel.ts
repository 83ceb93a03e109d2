/** What tabs tell each other about the session. */
export type SessionMessage =
  | { type: 'signedOut' }
  | { type: 'signedIn'; userId: number; accessToken: string }
  | { type: 'tokenRotated'; userId: number; accessToken: string };

export interface SessionChannel {
  /** Tells the other tabs; this one hears nothing. */
  post: (message: SessionMessage) => void;
  /** Answers the function that ends listening. */
  listen: (onMessage: (message: SessionMessage) => void) => () => void;
}

/** Name of the channel, and the key that the fallback writes to localStorage and removes at once. */
export const CHANNEL_NAME = 'employer-dashboard.session';

const broadcast = (): SessionChannel => {
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

/** Browsers without BroadcastChannel: a `storage` event reaches the other tabs of the origin. */
const throughStorage = (): SessionChannel => ({
  post: (message) => {
    try {
      localStorage.setItem(CHANNEL_NAME, JSON.stringify(message));
      localStorage.removeItem(CHANNEL_NAME);
    } catch {
      // Without storage there is no session to share either.
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

/** The tabs of this browser, joined by BroadcastChannel or, without it, by `storage` events. */
export const createSessionChannel = (): SessionChannel =>
  typeof BroadcastChannel === 'undefined' ? throughStorage() : broadcast();
