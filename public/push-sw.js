// Shows that a message came while no tab of the dashboard was in sight. The message itself is never sent here.
const BASE = '/dashboard';

const TEXTS = {
  tr: { title: 'Yeni mesaj', body: 'Gelen kutunuzda yeni bir mesaj var.' },
  en: { title: 'New message', body: 'There is a new message in your inbox.' },
  es: { title: 'Mensaje nuevo', body: 'Hay un mensaje nuevo en tu bandeja.' },
};

const read = (data) => {
  try {
    return data.json() ?? {};
  } catch {
    return {};
  }
};

/** Only addresses of the dashboard are opened. */
const pathOf = ({ path }) => (typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/inbox');

const isSeen = async () => {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return tabs.some((tab) => tab.url.includes(BASE) && tab.visibilityState === 'visible');
};

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const payload = event.data ? read(event.data) : {};
  const language = String(payload.language ?? self.navigator.language ?? 'en').slice(0, 2);
  const { title, body } = TEXTS[language] ?? TEXTS.en;
  const show = async () => {
    // A tab in sight tells it itself.
    if (await isSeen()) return;
    await self.registration.showNotification(title, {
      body,
      icon: `${BASE}/icon.svg`,
      tag: `thread-${payload.threadId ?? 'inbox'}`,
      data: { path: pathOf(payload) },
    });
  };
  event.waitUntil(show());
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = `${BASE}${event.notification.data?.path ?? '/inbox'}`;
  const open = async () => {
    const tabs = await self.clients.matchAll({ type: 'window' });
    const tab = tabs.find((one) => one.url.includes(BASE));
    if (!tab) return self.clients.openWindow(url);
    await tab.focus();
    return tab.navigate(url);
  };
  event.waitUntil(open());
});
