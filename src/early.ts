import { startEarlyCalls } from './lib/earlyCalls';
import { BASE_PATH } from './lib/paths';

const settings = JSON.parse(document.getElementById('runtime-settings')?.textContent ?? '{}') as { mainApi?: string };

// A script of its own, a few hundred bytes, that runs before the program has come: a hidden tab waits for its turn.
if (document.visibilityState === 'visible') {
  window.earlyCalls = startEarlyCalls({
    settings: { mainApi: settings.mainApi ?? '/api' },
    stored: (key) => localStorage.getItem(key),
    address: `${location.pathname.slice(BASE_PATH.length)}${location.search}`,
    fetch: (...args) => fetch(...args),
  });
}
