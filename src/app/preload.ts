import { matchPath } from 'react-router-dom';
import { BASE_PATH, paths } from '../lib/paths';
import { preloadModal } from '../ui/Modal';
import { APP_ROUTES, type AppRoute } from './routes';
import type { Preloaded } from './screen';

/** Milliseconds after the first page before the others are fetched: it comes first. */
const LATER = 3_000;

const load = (Screen: Preloaded): Promise<unknown> =>
  // Whoever opens the page asks again, and is told.
  Screen.preload?.().catch(() => undefined) ?? Promise.resolve();

/** Fetches the parts of the page of a path (below the base, without the query), once; nothing is shown. */
export const preloadPage = async (pathname: string, routes: readonly AppRoute[] = APP_ROUTES): Promise<void> => {
  const route = routes.find(({ path }) => path !== '*' && matchPath(path, pathname));
  if (route) await Promise.all([route.Frame, route.Screen].map((Screen) => Screen && load(Screen)));
};

/** Fetches the page behind a link as soon as one is about to follow it: pointed at, focused or touched. */
export const watchLinks = (target: EventTarget, preload: (pathname: string) => Promise<void> = preloadPage): void => {
  const handle = ({ target: at }: Event) => {
    const link = at instanceof Element ? at.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== globalThis.location.origin || !link.pathname.startsWith(`${BASE_PATH}/`)) return;
    void preload(link.pathname.slice(BASE_PATH.length));
  };
  for (const event of ['pointerover', 'focusin', 'touchstart'])
    target.addEventListener(event, handle, { passive: true });
};

interface Idle {
  navigator: Navigator & { connection?: { saveData?: boolean } };
  preload?: (pathname: string) => Promise<void>;
}

/** Fetches dialogs, and the main pages one after the other, while nothing else is to be done; not where data is to be saved. */
export const preloadMainPages = ({ navigator: browser, preload = preloadPage }: Idle): void => {
  if (browser.connection?.saveData) return;
  const main = [paths.jobs(), paths.applications(), paths.jobDetail(0, 1), paths.inbox()];
  const next = async () => {
    const path = main.shift()?.split('?')[0];
    if (path === undefined) return;
    await preload(path);
    whenIdle(() => void next());
  };
  setTimeout(() => {
    preloadModal().catch(() => undefined);
    whenIdle(() => void next());
  }, LATER);
};

/** Safari has no `requestIdleCallback`. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run, 200);
};
