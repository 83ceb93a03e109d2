import { HOUR, MINUTE } from '../../contract/constants/time';
import { reloadPage, savesData } from './browser';

export interface KeptProgram {
  /**
   * Has the service worker keep the program of the daily pages on this device. Calls `onNew` when a new version is
   * ready. Returns a function that stops listening.
   */
  keep: (onNew: () => void) => () => void;
  /** Changes to the new version, which loads the page again. */
  renew: () => void;
}

/** Milliseconds between two checks for a new version while the page stays open, and between two looks at the clock. */
const LOOK_EVERY = HOUR;
const CLOCK_EVERY = MINUTE;

/** Milliseconds before a new version is asked again to take over. The page ends when it does. */
const ASK_EVERY = 1_000;

/** Registers the service worker at that address; a change of the language is no new version. */
export const createKeptProgram = (workerUrl: () => string): KeptProgram => {
  let waits: ServiceWorker | null = null;
  const renew = () => {
    // Another tab may have changed to it already.
    if (waits?.state !== 'installed') return reloadPage();
    navigator.serviceWorker.addEventListener('controllerchange', reloadPage, { once: true });
    const ask = () => waits?.postMessage({ type: 'renew' });
    ask();
    // Chromium forgets the change when a request wakes the old worker just then.
    setInterval(ask, ASK_EVERY);
  };
  const register = async (onNew: () => void) => {
    const registration = await navigator.serviceWorker.register(workerUrl(), { updateViaCache: 'none' });
    const look = () => {
      const { active, waiting } = registration;
      if (!active || !waiting || waiting === waits) return;
      if (active.scriptURL !== waiting.scriptURL) return waiting.postMessage({ type: 'renew' });
      waits = waiting;
      onNew();
    };
    look();
    const watch = () => registration.installing?.addEventListener('statechange', look);
    // Its download may have begun before.
    watch();
    registration.addEventListener('updatefound', watch);
    return registration;
  };
  return {
    keep: (onNew) => {
      const { serviceWorker } = navigator as Partial<Navigator>;
      // A program that is kept already must not grow old.
      if (!serviceWorker || (savesData() && !serviceWorker.controller)) return () => undefined;
      // Without a service worker, as in a private window, the program comes from the network.
      const registered = register(onNew).catch(() => null);
      // Browsers look for a new version when a page loads, which a page that stays open does not.
      let lookedAt = performance.now();
      const lookAgain = async () => {
        if (document.hidden || performance.now() - lookedAt < LOOK_EVERY) return;
        lookedAt = performance.now();
        await (await registered)?.update().catch(() => undefined);
      };
      document.addEventListener('visibilitychange', lookAgain);
      const clock = setInterval(lookAgain, CLOCK_EVERY);
      return () => {
        document.removeEventListener('visibilitychange', lookAgain);
        clearInterval(clock);
      };
    },
    renew,
  };
};
