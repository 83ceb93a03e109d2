import {
  memo,
  startTransition,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import {
  createPath,
  parsePath,
  Router as RouterContexts,
  UNSAFE_NavigationContext as NavigationContext,
  useRoutes,
  type Location,
  type Navigator,
  type NavigationType,
  type Path,
  type RouteObject,
  type UNSAFE_createBrowserHistory,
} from 'react-router-dom';

// Uses react-router's routes with our own router. Only its data router can stop a navigation, and that costs 20 kB on
// the first page, mostly for loaders, actions and fetchers that this program does not have.

/** What a router needs of the browser's history. */
export type History = Pick<
  ReturnType<typeof UNSAFE_createBrowserHistory>,
  'action' | 'location' | 'createHref' | 'createURL' | 'encodeLocation' | 'push' | 'replace' | 'go' | 'listen'
>;

interface Move {
  currentLocation: Location;
  nextLocation: Location;
}

interface Guard {
  stops: (move: Move) => boolean;
  /** Asks the user for confirmation; `leave` continues the navigation. */
  ask: (leave: () => void) => void;
}

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
  /** Renders the address with the press instead of as a transition behind it: for a step within a page. */
  flushSync?: boolean;
}

interface Options {
  history: History;
  basename?: string;
}

/** Adds the base to a path below it. */
const within = (basename: string, path: string): string => {
  if (basename === '/') return path;
  return path === '/' ? basename : `${basename}${path}`;
};

/** Creates a router; `navigate` takes absolute paths below the base, `state` holds whole addresses. */
export const createRouter = (routes: RouteObject[], { history, basename = '/' }: Options) => {
  let state: { location: Location; historyAction: `${NavigationType}`; flushSync?: boolean } = {
    location: history.location,
    historyAction: history.action,
  };
  const listeners = new Set<(next: typeof state) => void>();
  const guards = new Set<Guard>();
  /** Handles the next step through the history: the one that takes back a stopped navigation. */
  let handleReturn: (() => void) | undefined;
  let isLeaving = false;

  const below = (location: Location): Location => ({
    ...location,
    pathname: basename === '/' ? location.pathname : location.pathname.slice(basename.length) || '/',
  });
  const guardAgainst = (next: Location): Guard | undefined => {
    const move = { currentLocation: below(state.location), nextLocation: below(next) };
    return [...guards].find(({ stops }) => stops(move));
  };
  const show = (historyAction: `${NavigationType}`, location: Location, flushSync = false): void => {
    isLeaving = false;
    state = { location, historyAction, flushSync };
    for (const listener of listeners) listener(state);
  };
  const unlisten = history.listen(({ location, delta }) => {
    if (handleReturn) return handleReturn();
    const guard = isLeaving || delta === null ? undefined : guardAgainst(location);
    if (!guard || delta === null) return show('POP', location);
    // The browser has moved already. It goes back, possibly only after the user has answered.
    const returned = new Promise<void>((resolve) => {
      handleReturn = () => {
        handleReturn = undefined;
        resolve();
      };
    });
    history.go(-delta);
    guard.ask(() => {
      void returned.then(() => {
        isLeaving = true;
        history.go(delta);
      });
    });
  });

  /** Opens an address that contains the base. */
  const open = (to: string | Partial<Path>, options: NavigateOptions = {}): void => {
    const { replace = false, state: given = null, flushSync } = options;
    const path = {
      pathname: state.location.pathname,
      search: '',
      hash: '',
      ...(typeof to === 'string' ? parsePath(to) : to),
    };
    const next: Location = {
      ...path,
      ...history.encodeLocation(path),
      state: given,
      key: Math.random().toString(36).slice(2, 10),
    };
    const leave = () => {
      if (replace) history.replace(next, given);
      else history.push(next, given);
      show(replace ? 'REPLACE' : 'PUSH', next, flushSync);
    };
    const guard = guardAgainst(next);
    if (guard) guard.ask(leave);
    else leave();
  };
  const navigator: Navigator = {
    createHref: (to) => history.createHref(to),
    createURL: (to) => history.createURL(to),
    encodeLocation: (to) => history.encodeLocation(to) as Location,
    go: (delta) => history.go(delta),
    push: (to, given, options?: NavigateOptions) => open(to, { ...options, state: given }),
    replace: (to, given, options?: NavigateOptions) => open(to, { ...options, state: given, replace: true }),
  };
  return {
    ...navigator,
    basename,
    routes,
    get state() {
      return state;
    },
    navigate: (to: string | number, options?: NavigateOptions): void =>
      typeof to === 'number' ? history.go(to) : open(within(basename, to), options),
    subscribe: (listener: (next: typeof state) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    guard: (guard: Guard): (() => void) => {
      guards.add(guard);
      return () => void guards.delete(guard);
    },
    dispose: () => {
      unlisten();
      listeners.clear();
    },
  };
};

export type Router = ReturnType<typeof createRouter>;

// A change of the address renders only the components that read it.
const Pages = memo(({ routes }: { routes: RouteObject[] }): ReactNode => useRoutes(routes));
Pages.displayName = 'Pages';

/** Shows the page of the router's address. */
export const RouterView = ({ router }: { router: Router }) => {
  const [{ location, historyAction }, setState] = useState(router.state);
  useLayoutEffect(() => {
    const show = () => {
      if (router.state.flushSync) setState(router.state);
      else startTransition(() => setState(router.state));
    };
    // A saga may have navigated since the first render.
    show();
    return router.subscribe(show);
  }, [router]);
  return (
    <RouterContexts
      basename={router.basename}
      location={location}
      navigationType={historyAction as NavigationType}
      navigator={router}
    >
      <Pages routes={router.routes} />
    </RouterContexts>
  );
};

/** Returns the router; tests of single components provide only parts of it. */
const useRouter = (): Partial<Router> & Navigator => use(NavigationContext).navigator;

/** Returns a function that gives the key of the newest address, which the page may not have rendered yet. */
export const useNewestKey = () => {
  const router = useRouter();
  return useCallback(() => router.state?.location.key, [router]);
};

/** Returns a stable function that opens a path below the base or steps through the history. */
export const useNavigate = () => {
  const { navigator, basename } = use(NavigationContext);
  return useCallback(
    (to: string | number, { replace = false, state, ...options }: NavigateOptions = {}): void => {
      if (typeof to === 'number') navigator.go(to);
      else (replace ? navigator.replace : navigator.push)(within(basename, to), state, options);
    },
    [navigator, basename],
  );
};

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** An absolute path below the base, with a query and a fragment as needed. */
  to: string;
  replace?: boolean;
  state?: unknown;
  /** Loads the page from the server. */
  reloadDocument?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

const hasModifier = (event: MouseEvent): boolean => event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;

/** A link within the product. It does not render again when the address changes. */
export const Link = ({ to, replace, state, reloadDocument = false, target, onClick, children, ...rest }: LinkProps) => {
  const { basename } = use(NavigationContext);
  const router = useRouter();
  const navigate = useNavigate();
  const href = within(basename, to);
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isForBrowser = reloadDocument || event.button !== 0 || hasModifier(event) || (target ?? '_self') !== '_self';
    if (event.defaultPrevented || isForBrowser) return;
    event.preventDefault();
    const isHere = router.state !== undefined && createPath(router.state.location) === href;
    navigate(to, { replace: replace ?? isHere, state });
  };
  return (
    <a {...rest} href={href} target={target} onClick={handleClick}>
      {children}
    </a>
  );
};

/** Stops the navigations for which `stops` returns true. While one waits, `leave` is a function that continues it. */
export const useLeaveGuard = (stops: (move: Move) => boolean) => {
  const router = useRouter();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const decide = useEffectEvent(stops);
  useEffect(() => {
    return router.guard?.({ stops: (move) => decide(move), ask: (next) => setLeave(() => next) });
  }, [router]);
  return {
    isOpen: leave !== null,
    stay: () => setLeave(null),
    leave: () => {
      setLeave(null);
      leave?.();
    },
  };
};
