/** `off`: this server or this browser has none; `denied`: the user refused; `ask`: may be asked for; `on`: allowed. */
export type WebPushState = 'off' | 'denied' | 'ask' | 'on';

export interface WebPush {
  state: () => WebPushState;
  /** Asks the user where needed; answers the subscription as JSON, null when there is none to be had. */
  subscribe: () => Promise<string | null>;
  /** Told of the address, without the base, that a message shown by the browser leads to. Answers the function that ends listening. */
  listen: (onOpen: (path: string) => void) => () => void;
}

/** What the service worker says when its message was clicked; nothing but an address of the dashboard is followed. */
const pathOf = (data: unknown): string | null => {
  const { type, path } = (data ?? {}) as { type?: unknown; path?: unknown };
  return type === 'open' && typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : null;
};

/** Web push by the service worker of that address; without a VAPID key there is none. */
export const createWebPush = (vapidKey: string | null, workerUrl: () => string): WebPush => {
  const state = (): WebPushState => {
    if (vapidKey === null || !('serviceWorker' in navigator) || !('PushManager' in globalThis)) return 'off';
    const permission = globalThis.Notification?.permission;
    return permission === 'granted' ? 'on' : permission === 'denied' ? 'denied' : 'ask';
  };
  return {
    state,
    subscribe: async () => {
      if (vapidKey === null || state() === 'off') return null;
      if ((await Notification.requestPermission()) !== 'granted') return null;
      // Few ask for it, and nobody on the first page.
      return (await import('./pushSubscription')).subscribeToPush(vapidKey, workerUrl());
    },
    listen: (onOpen) => {
      if (!('serviceWorker' in navigator)) return () => undefined;
      const handle = ({ data }: MessageEvent<unknown>) => {
        const path = pathOf(data);
        if (path !== null) onOpen(path);
      };
      navigator.serviceWorker.addEventListener('message', handle);
      return () => navigator.serviceWorker.removeEventListener('message', handle);
    },
  };
};
