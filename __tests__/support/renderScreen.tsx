import { Suspense, type ReactElement } from 'react';
import { render, screen as screenQueries } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { UNSAFE_createMemoryHistory as createMemoryHistory, type RouteObject } from 'react-router-dom';
import messages from '../../i18n/en.json';
import type { SessionUser } from '../../src/domains/session';
import type { RootState } from '../../src/store/rootReducer';
import { createRouter, RouterView } from '../../src/ui/router';
import { aUser } from './builders';
import { answering, type Answers, type FakeApi } from './fakeApi';
import { aSignedInState, createTestStore, type anInitialState } from './testStore';

interface Options {
  api?: FakeApi;
  /** Makes the API where the test needs no hold of it. */
  answers?: Answers;
  /** Null is a guest. */
  user?: SessionUser | null;
  /** Overrides the state of `user`. */
  state?: Partial<RootState>;
  /** The router's first entry: an address, with a query where the screen needs one. */
  at?: string | { pathname: string; search?: string; state?: unknown };
  /** Pattern of the screen's route; without it the screen matches all addresses. */
  path?: string;
  /** Routes instead of one screen. */
  routes?: RouteObject[];
  /** The part of the program that has loaded; everything by default. */
  domains?: Parameters<typeof anInitialState>[0];
}

const Elsewhere = () => <p>elsewhere</p>;

/** Renders a screen in English with the real store, a fake API and a router. */
export const renderScreen = async (screen: ReactElement | null, options: Options = {}) => {
  const {
    answers = {},
    api = answering(answers),
    user = aUser(),
    state,
    at = '/',
    path = '*',
    routes,
    domains,
  } = options;
  const signedIn = user ? aSignedInState(user) : undefined;
  const known = signedIn || state ? { ...signedIn, ...state } : undefined;
  const made = await createTestStore({ api, state: known, domains });
  // The start of the session is not the screen's.
  api.calls.length = 0;
  const own: RouteObject[] = [
    { path, element: screen },
    ...(path === '*' ? [] : [{ path: '*', element: <Elsewhere /> }]),
  ];
  const router = createRouter(routes ?? own, { history: createMemoryHistory({ initialEntries: [at] }) });
  const { navigate } = router;
  jest.mocked(made.ports.navigate.to).mockImplementation(navigate);
  jest.mocked(made.ports.navigate.reload).mockImplementation(navigate);
  const view = render(
    <Provider store={made.store}>
      <IntlProvider locale="en" messages={messages}>
        <Suspense>
          <RouterView router={router} />
        </Suspense>
      </IntlProvider>
    </Provider>,
  );
  return {
    ...view,
    ...made,
    router,
    calls: api.calls,
    /** Returns the router's current path and query. */
    where: () => `${router.state.location.pathname}${router.state.location.search}`,
    person: userEvent.setup({ delay: null }),
  };
};

type Person = ReturnType<typeof userEvent.setup>;

/** Opens a menu by the name of its button and chooses an item. */
export const chooseItem = async (person: Person, menu: string, item: string) => {
  await person.click(screenQueries.getByRole('button', { name: menu }));
  await person.click(await screenQueries.findByRole('menuitem', { name: item }));
};
