import type { ComponentType } from 'react';
import { Navigate } from 'react-router-dom';
import { wholeTexts } from '../lib/texts';
import { NotFoundPage } from '../screens/NotFound/NotFoundPage';
import type { Access } from './access';
import { selectBeginsWithToday } from '../domains/preferences';
import { selectUser } from '../domains/session';
import { useAppSelector } from '../store/hooks';
import { withLaterWork } from '../store/withLaterWork';
import { withBackOffice } from './backOffice';
import { PAGES, type LoadScreen, type Page } from './pages';
import { screen, type Preloaded } from './screen';

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
