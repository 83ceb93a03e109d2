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
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      onLead();
      return held;
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
