import { createElement, lazy, useState, type ComponentType } from 'react';
import { Navigate } from 'react-router-dom';
import { wholeTexts } from '../lib/texts';
import { NotFoundPage } from '../screens/NotFound/NotFoundPage';
import { type Access, withBackOffice } from './access';
import { selectBeginsWithToday } from '../domains/preferences';
import { selectUser } from '../domains/session';
import { useAppSelector } from '../store/hooks';
import { withLaterWork } from '../store/withLaterWork';
import { PAGES, type LoadScreen, type Page } from './pages';

export type Preloaded = ComponentType & { preload?: () => Promise<unknown> };

/**
 * Makes a component that loads when it is first shown, or earlier by `preload`; a preloaded one renders at once.
 * `React.lazy` would suspend even then, and React reveals the content after a suspension 300 ms later at the earliest
 * (https://react.dev/reference/react/Suspense).
 */
export const screen = (load: () => Promise<ComponentType>) => {
  let loaded: ComponentType | undefined;
  const preload = async () => (loaded ??= await load());
  const wait = () =>
    lazy(async () => {
      try {
        return { default: await preload() };
      } catch (error) {
        // React keeps a failed load. Without a connection, an immediate retry would repeat without end.
        addEventListener('online', () => (Awaited = wait()), { once: true });
        throw error;
      }
    });
  let Awaited = wait();
  // Keeps the first component: a different one would remount and lose its state.
  const Screen = () => createElement(useState(() => loaded ?? Awaited)[0]);
  return Object.assign(Screen, { preload });
};

export interface AppRoute extends Access {
  path: string;
  Screen: Preloaded;
  /** Wraps the screen (its `Outlet`) and stays mounted while the user moves between routes of the same frame. */
  Frame?: Preloaded;
  /** Does not wait for the domains of the daily work. */
  isEarly?: boolean;
}

const components = new Map<LoadScreen, Preloaded>();

/** Returns the same component for every page that shows a screen, so that the screen stays mounted between them. */
const componentOf = (load: LoadScreen, { part = 'dailyWork', texts }: Pick<Page, 'part' | 'texts'> = {}): Preloaded => {
  const existing = components.get(load);
  if (existing) return existing;
  const loadComponent = async (): Promise<ComponentType> => Object.values(await load())[0]!;
  const component = screen(async () => {
    if (part === 'backOffice') return withBackOffice(loadComponent);
    const loading = part === 'dailyWork' ? withLaterWork(loadComponent) : loadComponent();
    return texts === 'whole' ? (await Promise.all([loading, wholeTexts()]))[0] : loading;
  });
  components.set(load, component);
  return component;
};

const EmptyScreen = () => null;

/** Redirects to an address, or to `today` if the user begins with Today. */
const Redirect = ({ to, today = to }: { to: string; today?: string }) => {
  const user = useAppSelector(selectUser);
  const begins = useAppSelector(selectBeginsWithToday(user?.id));
  return <Navigate to={begins ? today : to} replace />;
};

const screenOf = (page: Page): Preloaded => {
  const { screen: load, redirect, today } = page;
  if (redirect !== undefined) return () => <Redirect to={redirect} today={today} />;
  return load ? componentOf(load, page) : EmptyScreen;
};

/** The pages as routes, and the route for every unknown address. */
export const APP_ROUTES: readonly AppRoute[] = [
  ...PAGES.map((page) => ({
    path: page.path,
    ...page.access,
    Screen: screenOf(page),
    ...(page.frame && { Frame: componentOf(page.frame) }),
    isEarly: page.part === 'signIn',
  })),
  { path: '*', access: 'open', Screen: NotFoundPage },
];
