import { PAGES } from './app/pages';
import { startEarlyCalls } from './lib/earlyCalls';
import { drawFirstView } from './lib/firstView';
import { drawKeptView, openAddress } from './lib/keptView';
import type { RuntimeSettings } from './lib/settings';
import { deviceNow } from './lib/serverClock';
import { readStored } from './lib/storage';

// A replay may show a moment without a page, and the bar would cover its buttons.
const watcher = new MutationObserver(() => {
  if (!document.querySelector('#root :is(main, [data-replay])')) return;
  document.getElementById('splash')?.remove();
  watcher.disconnect();
});
watcher.observe(document.body, { childList: true, subtree: true });

// The build inlines this script into index.html, with only the `early` and `view` fields of the pages
// (scripts/pageFields.ts).
const settings = JSON.parse(
  document.getElementById('runtime-settings')?.textContent ?? '{}',
) as Partial<RuntimeSettings>;
const splash = document.getElementById('splash');
// Reserves the space of the demo bar before the first paint.
if (settings.demo) document.documentElement.dataset.demo = '';
const stored = readStored((key) => localStorage.getItem(key));
const opened = openAddress();
const { today, redirect } = PAGES.find(({ path }) => path === opened) ?? {};
const address = (stored?.beginsWithToday ? today : redirect) ?? opened;

if (stored && splash) drawFirstView(PAGES, address, stored, splash);
// A device that keeps the program also kept what this page showed the last time.
if (stored && globalThis.navigator.serviceWorker?.controller)
  drawKeptView({ stored, address, timeZone: settings.timeZone ?? 'UTC', now: deviceNow() }).catch(() => undefined);
// A hidden tab must not compete with the visible one.
if (stored && document.visibilityState === 'visible')
  window.earlyCalls = startEarlyCalls({
    settings: { mainApi: settings.mainApi ?? '/api', sharedApi: settings.sharedApi ?? '/shared-api' },
    stored,
    address,
    pages: PAGES,
    fetch: (...args) => fetch(...args),
  });
