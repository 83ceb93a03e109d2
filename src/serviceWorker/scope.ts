import type { Language } from '../../contract/constants/options';

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

/** Returns what belongs to the language that the dashboard had when it registered the worker; in English without one. */
export const inLanguage = <T>(values: Record<Language, T>, { location, navigator }: WorkerScope): T => {
  const language = new URL(location.href).searchParams.get('language') ?? navigator.language ?? 'en';
  return (values as Partial<typeof values>)[language.slice(0, 2) as Language] ?? values.en;
};
