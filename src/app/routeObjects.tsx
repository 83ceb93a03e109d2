import { Component, type ReactNode, use } from 'react';
import { Navigate, useLocation, useParams, type Location, type RouteObject } from 'react-router-dom';
import { selectIsLeaving, selectRefused, selectUser } from '../domains/session';
import { paths, returnPath } from '../lib/paths';
import { NotFoundPage } from '../screens/NotFound/NotFoundPage';
import { useAppSelector } from '../store/hooks';
import { ProgressLine } from '../ui/ProgressLine';
import { checkAccess, type Access } from './access';
import { reloadPage } from '../lib/browser';
import { Button } from '../ui/Button';
import { MessagePage } from '../ui/State';
import { ReplayContext } from '../ui/replay';
import { useText } from '../ui/text';
import { useOnlineAgain } from '../ui/useDelayed';
import { Root } from './Root';
import { APP_ROUTES, type AppRoute, screen } from './routes';
import { Workplace, WorkplaceProvider, type WorkplaceLoader } from './Workplace';

/** Ids in an address are whole numbers; 0 selects all jobs on the detail page. See docs/PRODUCT.md#routes. */
const ID = /^\d{1,15}$/;

const hasInvalidId = (params: Record<string, string | undefined>): boolean =>
  Object.entries(params).some(([name, value]) => name.endsWith('Id') && value !== undefined && !ID.test(value));

/** Shows a page to permitted users and redirects all others. See docs/PRODUCT.md#page-access. */
const Guard = ({ children, ...access }: Access & { children: ReactNode }) => {
  const user = useAppSelector(selectUser);
  const isLeaving = useAppSelector(selectIsLeaving);
  const isSessionRefused = useAppSelector(selectRefused);
  const location = useLocation();
  const params = useParams();
  if (isLeaving) return <ProgressLine />;
  const result = checkAccess(user, access);
  if (result === 'signIn') {
    const from = `${location.pathname}${location.search}${location.hash}`;
    return <Navigate to={isSessionRefused ? paths.login() : paths.register()} replace state={{ from }} />;
  }
  if (result === 'denied') {
    return <Navigate to={paths.unauthorized()} replace state={{ who: access.who }} />;
  }
  if (result === 'alreadySignedIn') return <Navigate to={returnPath(location.state)} replace />;
  return hasInvalidId(params) ? <NotFoundPage /> : children;
};

/** Whether a part of the program could not load. A device that reaches no server may believe that it is online. */
const isPartMissing = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';

/** Replaces one screen that crashed or failed to load; the shell around it stays. */
export const ScreenError = ({ error }: { error?: unknown }) => {
  const t = useText();
  const replay = use(ReplayContext);
  const isMissing = isPartMissing(error);
  // React keeps the failed load of a part, so only a new page tries again. A reload offline may lose the program.
  useOnlineAgain(() => isMissing && reloadPage());
  if (replay) return replay.brokenScreen;
  return (
    <MessagePage
      icon={isMissing ? 'offline' : 'warning'}
      failed
      title={t(isMissing ? 'ui.failed.offlineTitle' : 'errorPage.title')}
      text={t(isMissing ? 'errors.kinds.network' : 'errorPage.text')}
      action={
        (navigator.onLine || !isMissing) && (
          <Button look="primary" onClick={reloadPage}>
            {t('ui.retry')}
          </Button>
        )
      }
    />
  );
};

interface BoundaryProps {
  location: Location;
  children: ReactNode;
}

interface BoundaryState {
  location: Location;
  failure: { error: unknown } | null;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { location: this.props.location, failure: null };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return location === state.location ? null : { location, failure: null };
  }

  override render() {
    const { failure } = this.state;
    return failure ? <ScreenError error={failure.error} /> : this.props.children;
  }
}

/** Shows `ScreenError` in place of a page that fails, until the user opens another address. */
export const ScreenBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary location={useLocation()}>{children}</Boundary>
);

/** The frame of every page of a signed-in user; it loads separately, so that guests do not wait for its menus. */
export const Shell = screen(async () => (await import('./shell/Shell')).Shell);

const toRouteObject = ({ path, Screen, access, types, who, isEarly }: AppRoute): RouteObject => ({
  path,
  element: (
    <ScreenBoundary>
      <Guard key={path} access={access} types={types} who={who}>
        {isEarly ? (
          <Screen />
        ) : (
          <Workplace>
            <Screen />
          </Workplace>
        )}
      </Guard>
    </ScreenBoundary>
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
      const { element } = toRouteObject({ path, Screen: Frame, access, types, who });
      objects.push({ element, children });
    }
  }
  return objects;
};

const inShell = ({ access }: AppRoute) => access !== 'guest';

/**
 * Returns the routes for the router: pages for guests without the shell, all others within it. `loader` loads what the
 * sign-in page does not need; without it everything counts as loaded.
 */
export const routeObjects = (routes: readonly AppRoute[] = APP_ROUTES, loader?: WorkplaceLoader): RouteObject[] => [
  {
    element: (
      <ScreenBoundary>
        {loader ? (
          <WorkplaceProvider {...loader}>
            <Root />
          </WorkplaceProvider>
        ) : (
          <Root />
        )}
      </ScreenBoundary>
    ),
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
