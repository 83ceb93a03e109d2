/** The used part of the service worker's global scope; the program's own types are those of a page. */
export interface Tab {
  url: string;
  visibilityState: 'visible' | 'hidden' | 'prerender';
  focus: () => Promise<unknown>;
  postMessage: (message: unknown) => void;
}

interface WorkerEvent {
  waitUntil: (work: Promise<unknown>) => void;
}

interface WorkerEvents {
  install: WorkerEvent;
  activate: WorkerEvent;
  message: WorkerEvent & { data: unknown };
  push: WorkerEvent & { data: { json: () => unknown } | null };
  notificationclick: WorkerEvent & { notification: { close: () => void; data: unknown } };
}

export interface WorkerScope {
  location: { href: string };
  navigator: { language?: string; setAppBadge?: () => Promise<void> };
  caches: Pick<CacheStorage, 'delete'>;
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type: 'window'; includeUncontrolled?: boolean }) => Promise<Tab[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: <T extends keyof WorkerEvents>(type: T, listener: (event: WorkerEvents[T]) => void) => void;
}
