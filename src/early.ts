import { startEarlyCalls } from './lib/earlyCalls';
import { drawFirstView } from './lib/firstView';
import { BASE_PATH } from './lib/paths';
import type { RuntimeSettings } from './lib/settings';
import { readStored } from './lib/stored';

// In the page itself, and done before the program has come.
const settings = JSON.parse(
  document.getElementById('runtime-settings')?.textContent ?? '{}',
) as Partial<RuntimeSettings>;
const address = `${location.pathname.slice(BASE_PATH.length)}${location.search}`;
const splash = document.getElementById('splash');
// Before anything is painted: the room of the bar that a demo has.
if (settings.demo) document.documentElement.dataset.demo = '';
const stored = readStored((key) => localStorage.getItem(key));

if (stored && splash) drawFirstView(address, stored, splash);
// A hidden tab waits for its turn.
if (stored && document.visibilityState === 'visible')
  window.earlyCalls = startEarlyCalls({
    settings: { mainApi: settings.mainApi ?? '/api', sharedApi: settings.sharedApi ?? '/shared-api' },
    stored,
    address,
    fetch: (...args) => fetch(...args),
  });
