import type { ComponentType } from 'react';
import { Navigate } from 'react-router-dom';
import { wholeTexts } from '../lib/texts';
import { NotFoundPage } from '../screens/NotFound/NotFoundPage';
import type { Access } from './access';
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

const made = new Map<LoadScreen, Preloaded>();

/** Returns the same component for every page that shows a screen, so that the screen stays mounted between them. */
const componentOf = (load: LoadScreen, { part, texts }: Pick<Page, 'part' | 'texts'> = {}): Preloaded => {
  const known = made.get(load);
  if (known) return known;
  const loadOnly = async (): Promise<ComponentType> => Object.values(await load())[0]!;
  const component = screen(async () => {
    if (part === 'backOffice') return withBackOffice(loadOnly);
    return texts === 'whole' ? (await Promise.all([loadOnly(), wholeTexts()]))[0] : loadOnly();
  });
  made.set(load, component);
  return component;
};

const Nothing = () => null;

const screenOf = (page: Page): Preloaded => {
  const { screen: load, redirect } = page;
  if (redirect !== undefined) return () => <Navigate to={redirect} replace />;
  return load ? componentOf(load, page) : Nothing;
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
