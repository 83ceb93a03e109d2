import { matchPath } from 'react-router-dom';
import { BASE_PATH } from '../lib/paths';
import { savesData, whenIdle } from '../lib/browser';
import { loadFailedParts } from '../ui/lazyPart';
import { preloadModal } from '../ui/Modal';
import { PAGES } from './pages';
import { APP_ROUTES, type AppRoute, type Preloaded } from './routes';

/** Milliseconds after the start before other pages load, so that the first page has the whole connection. */
const PRELOAD_DELAY = 3_000;

const load = (Screen: Preloaded): Promise<unknown> =>
  // A failed preload shows nothing: opening the page loads it again and shows the error.
  Screen.preload?.().catch(() => undefined) ?? Promise.resolve();

/** Loads the code of a page by its path (below the base, without the query), once. Shows nothing. */
export const preloadPage = async (pathname: string, routes: readonly AppRoute[] = APP_ROUTES): Promise<void> => {
  const route = routes.find(({ path }) => path !== '*' && matchPath(path, pathname));
  if (route) await Promise.all([route.Frame, route.Screen].filter((Screen) => Screen !== undefined).map(load));
};

/** Loads the page of a link when the user points at it, focuses it or touches it. */
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
  navigator: Navigator;
  preload?: (pathname: string) => Promise<void>;
}

/**
 * Loads what says that a part could not load, and, unless the user saves data, dialogs and then the main pages one by one
 * while the browser is idle.
 */
export const preloadMainPages = ({ navigator: browser, preload = preloadPage }: Idle): void => {
  const main = PAGES.filter(({ isMain }) => isMain);
  const next = async () => {
    const page = main.shift();
    if (!page) return;
    // The pattern of a page also matches itself as a path.
    await preload(page.path);
    whenIdle(() => void next());
  };
  setTimeout(() => {
    loadFailedParts().catch(() => undefined);
    if (savesData(browser)) return;
    preloadModal();
    whenIdle(() => void next());
  }, PRELOAD_DELAY);
};
