import type { RouteObject } from 'react-router-dom';
import { Guard } from './Guard';
import { Root } from './Root';
import { APP_ROUTES, type AppRoute } from './routes';
import { screen } from './screen';
import { ScreenError } from './ScreenError';
import { Workplace, WorkplaceProvider } from './Workplace';

/** The frame of every page of a signed-in user; it loads separately, so that guests do not wait for its menus. */
export const Shell = screen(async () => (await import('./shell/Shell')).Shell);

const toRouteObject = ({ path, Screen, access, types, who, isEarly }: AppRoute): RouteObject => ({
  path,
  errorElement: <ScreenError />,
  element: (
    <Guard key={path} access={access} types={types} who={who}>
      {isEarly ? (
        <Screen />
      ) : (
        <Workplace>
          <Screen />
        </Workplace>
      )}
    </Guard>
  ),
});

/** Groups the routes under their frames, so that a frame and a shared screen stay mounted between its routes. */
const toRouteObjects = (routes: readonly AppRoute[]): RouteObject[] => {
  const frames = new Map<AppRoute['Frame'], RouteObject[]>();
  const objects: RouteObject[] = [];
  for (const route of routes) {
    const { path, Screen, Frame, access, types, who } = route;
    const siblings = frames.get(Frame);
    if (!Frame) objects.push(toRouteObject(route));
    else if (siblings) siblings.push({ path, element: <Screen /> });
    else {
      const children: RouteObject[] = [{ path, element: <Screen /> }];
      frames.set(Frame, children);
      const { element, errorElement } = toRouteObject({ path, Screen: Frame, access, types, who });
      objects.push({ element, errorElement, children });
    }
  }
  return objects;
};

const inShell = ({ access }: AppRoute) => access !== 'guest';

/**
 * Returns the routes for the router: pages for guests without the shell, all others within it. `load` loads what the
 * sign-in page does not need; without it everything counts as loaded.
 */
export const routeObjects = (
  routes: readonly AppRoute[] = APP_ROUTES,
  load?: () => Promise<unknown>,
): RouteObject[] => [
  {
    element: load ? (
      <WorkplaceProvider load={load}>
        <Root />
      </WorkplaceProvider>
    ) : (
      <Root />
    ),
    errorElement: <ScreenError />,
    children: [
      {
        element: (
          <Workplace>
            <Shell />
          </Workplace>
        ),
        children: toRouteObjects(routes.filter(inShell)),
      },
      ...routes.filter((route) => !inShell(route)).map(toRouteObject),
    ],
  },
];
