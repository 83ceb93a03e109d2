/**
 * `off`: the server or the browser lacks web push; `install`: an iPhone has it only for an app on the home screen;
 * `denied`: the user refused; `prompt`: the user has not decided yet; `on`: allowed.
 */
export type WebPushState = 'off' | 'install' | 'denied' | 'prompt' | 'on';

export interface WebPush {
  state: () => WebPushState;
  /** Asks the user if needed; returns the subscription as JSON, or null without one. */
  subscribe: () => Promise<string | null>;
  /** Ends this browser's subscription, if it has one. */
  unsubscribe: () => Promise<void>;
  /**
   * Calls `onOpen` with the address (without the base) of a clicked notification. Returns a function that stops
   * listening.
   */
  listen: (onOpen: (path: string) => void) => () => void;
}

/** Returns the address in the service worker's message about a click; null for addresses outside the dashboard. */
const pathOf = (data: unknown): string | null => {
  const { type, path } = (data ?? {}) as { type?: unknown; path?: unknown };
  return type === 'open' && typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : null;
};

/** Only Apple's mobile browsers set `standalone`; it is false in a page that was not opened from the home screen. */
const isInBrowserOfIphone = (): boolean => (navigator as { standalone?: boolean }).standalone === false;

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
};

/**
 * Returns this browser's push subscription as JSON and creates it if needed; registers the service worker. Rejects
 * when the browser refuses.
 */
const subscribeToPush = async (vapidKey: string, workerUrl: string): Promise<string> => {
  const { pushManager } = await navigator.serviceWorker.register(workerUrl);
  const existing = await pushManager.getSubscription();
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(vapidKey) };
  return JSON.stringify(existing ?? (await pushManager.subscribe(options)));
};

/** Creates web push with the service worker at that address; its state is `off` without a VAPID key. */
export const createWebPush = (vapidKey: string | null, workerUrl: () => string): WebPush => {
  const state = (): WebPushState => {
    if (vapidKey === null || !('serviceWorker' in navigator)) return 'off';
    if (!('PushManager' in globalThis)) return isInBrowserOfIphone() ? 'install' : 'off';
    const permission = globalThis.Notification?.permission;
    return permission === 'granted' ? 'on' : permission === 'denied' ? 'denied' : 'prompt';
  };
  return {
    state,
    subscribe: async () => {
      if (vapidKey === null || state() === 'off' || state() === 'install') return null;
      if ((await Notification.requestPermission()) !== 'granted') return null;
      return subscribeToPush(vapidKey, workerUrl());
    },
    unsubscribe: async () => {
      if (state() !== 'on') return;
      const registration = await navigator.serviceWorker.getRegistration();
      await (await registration?.pushManager.getSubscription())?.unsubscribe();
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
