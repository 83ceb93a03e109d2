import type { ReactElement } from 'react';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import messages from '../../i18n/en.json';
import type { SessionUser } from '../../src/domains/session';
import type { RootState } from '../../src/store/rootReducer';
import { aUser } from './builders';
import { fakeApi, type FakeApi } from './fakeApi';
import { aSignedInState, createTestStore } from './testStore';

interface Options {
  api?: FakeApi;
  /** Null is a guest. */
  user?: SessionUser | null;
  /** Goes before what `user` makes. */
  state?: Partial<RootState>;
  /** Address, with a query where the screen wants one; the router's first entry. */
  at?: string | { pathname: string; search?: string; state?: unknown };
  /** Pattern of the route under which the screen stands; all addresses else. */
  path?: string;
  /** Routes instead of one screen. */
  routes?: RouteObject[];
}

const Elsewhere = () => <p>elsewhere</p>;

/** Renders a screen in English with the real store, on a fake API, inside a router. */
export const renderScreen = async (screen: ReactElement | null, options: Options = {}) => {
  const { api = fakeApi(), user = aUser(), state, at = '/', path = '*', routes } = options;
  const signedIn = user ? aSignedInState(user) : undefined;
  const made = await createTestStore({ api, state: signedIn || state ? { ...signedIn, ...state } : undefined });
  const own: RouteObject[] = [
    { path, element: screen },
    ...(path === '*' ? [] : [{ path: '*', element: <Elsewhere /> }]),
  ];
  const router = createMemoryRouter(routes ?? own, { initialEntries: [at] });
  const view = render(
    <Provider store={made.store}>
      <IntlProvider locale="en" messages={messages}>
        <RouterProvider router={router} />
      </IntlProvider>
    </Provider>,
  );
  return {
    ...view,
    ...made,
    router,
    /** Path and query where the router is now. */
    where: () => `${router.state.location.pathname}${router.state.location.search}`,
    person: userEvent.setup(),
  };
};
