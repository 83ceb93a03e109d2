/** What tabs of one browser tell each other of the live connection and of what was not sent yet. */
export interface Tabs {
  /** Calls `onLead` once this tab is the one that leads under that name; the function that is answered gives it up. */
  lead: (name: string, onLead: () => void) => () => void;
  /** To the other tabs; this one hears nothing. */
  post: (message: unknown) => void;
  /** Answers the function that ends listening. */
  listen: (onMessage: (message: unknown) => void) => () => void;
}

const CHANNEL = 'employer-dashboard.live';

/** The tab that holds the lock leads; a browser without Web Locks lets each tab lead itself. */
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

/** The tabs of this browser, joined by Web Locks and BroadcastChannel where it has them. */
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
