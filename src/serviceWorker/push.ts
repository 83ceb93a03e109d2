import type { Language } from '../../contract/constants/options';
import { BASE_PATH } from '../lib/paths';
import { inLanguage, type WorkerScope } from './scope';

type Texts = Record<'push.title' | 'push.text', string>;

/** The texts by language (scripts/build.mjs). */
declare const PUSH_TEXTS: Record<Language, Texts>;

interface Push {
  companyName?: string;
  userId?: unknown;
  threadId?: unknown;
}

const read = (data: { json: () => unknown } | null): Push => {
  try {
    return (data?.json() ?? {}) as Push;
  } catch {
    return {};
  }
};

/** Returns the address of the conversation. In that of a user with one inbox, the first number is the user's own id. */
const pathOf = ({ userId, threadId }: Push): string =>
  Number.isInteger(userId) && Number.isInteger(threadId) ? `/inbox/${String(userId)}/${String(threadId)}` : '/inbox';

const isSeen = async ({ clients }: WorkerScope): Promise<boolean> => {
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true }).catch(() => []);
  return tabs.some((tab) => tab.url.includes(BASE_PATH) && tab.visibilityState === 'visible');
};

const show = async (scope: WorkerScope, push: Push): Promise<void> => {
  const { 'push.title': title, 'push.text': body } = inLanguage(PUSH_TEXTS, scope);
  // A tab in sight tells it too, but iPhones end a subscription after three pushes that showed nothing.
  const silent = await isSeen(scope);
  await scope.registration.showNotification(push.companyName ? `${title} · ${push.companyName}` : title, {
    body,
    icon: `${BASE_PATH}/icon.svg`,
    silent,
    tag: `thread-${String(push.threadId ?? 'inbox')}`,
    data: { path: pathOf(push) },
  });
  if (silent) return;
  // Without a number: only a tab knows how much waits. The browser may refuse it, or never answer.
  void scope.navigator.setAppBadge?.().catch(() => undefined);
};

const open = async ({ clients }: WorkerScope, path: string): Promise<void> => {
  const tabs = await clients.matchAll({ type: 'window' });
  const tab = tabs.find(({ url }) => url.includes(BASE_PATH));
  if (!tab) return void (await clients.openWindow(`${BASE_PATH}${path}`));
  // The open tab shows the page by itself, because a new load would lose what the user typed.
  tab.postMessage({ type: 'open', path });
  await tab.focus();
};

/** Shows that a message came while no tab of the dashboard was in sight. The message itself is never sent here. */
export const notifyOfPushes = (scope: WorkerScope): void => {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, read(event.data))));
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path = '/inbox' } = (event.notification.data ?? {}) as { path?: string };
    event.waitUntil(open(scope, path));
  });
};
