// Shows that a message came while no tab of the dashboard was in sight. The message itself is never sent here.
const BASE = '/dashboard';

const TEXTS = {
  tr: { title: 'Yeni mesaj', body: 'Gelen kutunuzda yeni bir mesaj var.' },
  en: { title: 'New message', body: 'There is a new message in your inbox.' },
  es: { title: 'Mensaje nuevo', body: 'Hay un mensaje nuevo en su bandeja.' },
};

const read = (data) => {
  try {
    return data.json() ?? {};
  } catch {
    return {};
  }
};

/** The conversation; of whoever has one inbox only, the first number is his own. */
const pathOf = ({ userId, threadId }) =>
  Number.isInteger(userId) && Number.isInteger(threadId) ? `/inbox/${userId}/${threadId}` : '/inbox';

/** The language of the dashboard when it asked to be told. */
const language = new URL(self.location.href).searchParams.get('language') ?? self.navigator.language ?? 'en';

const isSeen = async () => {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true }).catch(() => []);
  return tabs.some((tab) => tab.url.includes(BASE) && tab.visibilityState === 'visible');
};

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const payload = event.data ? read(event.data) : {};
  const { title, body } = TEXTS[language.slice(0, 2)] ?? TEXTS.en;
  const { companyName } = payload;
  const show = async () => {
    // A tab in sight tells it too, but iPhones end a subscription after three pushes that showed nothing.
    const silent = await isSeen();
    await self.registration.showNotification(companyName ? `${title} · ${companyName}` : title, {
      body,
      icon: `${BASE}/icon.svg`,
      silent,
      tag: `thread-${payload.threadId ?? 'inbox'}`,
      data: { path: pathOf(payload) },
    });
    if (silent) return;
    // Without a number: only a tab knows how much waits. The browser may refuse it, or never answer.
    void self.navigator.setAppBadge?.().catch(() => undefined);
  };
  event.waitUntil(show());
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = event.notification.data?.path ?? '/inbox';
  const open = async () => {
    const tabs = await self.clients.matchAll({ type: 'window' });
    const tab = tabs.find((one) => one.url.includes(BASE));
    if (!tab) return self.clients.openWindow(`${BASE}${path}`);
    // The tab goes there itself: loaded anew it would lose what is typed in it.
    tab.postMessage({ type: 'open', path });
    return tab.focus();
  };
  event.waitUntil(open());
});
