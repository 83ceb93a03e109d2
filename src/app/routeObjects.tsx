import { lazy } from 'react';
import type { RouteObject } from 'react-router-dom';
import { Guard } from './Guard';
import { Root } from './Root';
import { APP_ROUTES, type AppRoute } from './routes';
import { ScreenError } from './ScreenError';

// Guests do not wait for the menus of the frame.
const Shell = lazy(async () => ({ default: (await import('./shell/Shell')).Shell }));

const toRouteObject = ({ path, Screen, access, types }: AppRoute): RouteObject => ({
  path,
  errorElement: <ScreenError />,
  element: (
    <Guard key={path} access={access} types={types}>
      <Screen />
    </Guard>
  ),
});

const inShell = ({ access }: AppRoute) => access !== 'guest';

/** The table as the router wants it: pages for guests stand alone, all others in the shell. */
export const routeObjects = (routes: readonly AppRoute[] = APP_ROUTES): RouteObject[] => [
  {
    element: <Root />,
    errorElement: <ScreenError />,
    children: [
      { element: <Shell />, children: routes.filter(inShell).map(toRouteObject) },
      ...routes.filter((route) => !inShell(route)).map(toRouteObject),
    ],
  },
];
