import { StrictMode, Suspense, type ReactElement } from 'react';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { SessionUser } from '../../contract/schemas/session';
import messages from '../../i18n/en.json';
import { loginSucceeded } from '../../src/domains/session';
import { createApi } from '../../src/lib/api';
import { ApiError, type Envelope, type Http, type HttpRequest } from '../../src/lib/http';
import { memoryStorage } from '../../src/lib/storage';
import { createAppStore } from '../../src/store/createStore';
import { allDomains } from '../../src/store/allDomains';
import { fakeLive } from './fakeLive';

/** Responses by `METHOD /path`; a path ending in `*` matches every path below it. */
export type Answers = Record<string, (request: HttpRequest) => Envelope<unknown> | Promise<Envelope<unknown>>>;

const answerTo = (answers: Answers, { method, path }: HttpRequest) => {
  const name = `${method} ${path}`;
  const found = Object.keys(answers).find((key) =>
    key.endsWith('*') ? name.startsWith(key.slice(0, -1)) : key === name,
  );
  return found === undefined ? undefined : answers[found];
};

interface PageOptions {
  /** The route's pattern and the opened address. */
  path: string;
  at: string;
  user?: SessionUser;
  answers?: Answers;
}

/** Renders a page in English with the real store and sagas on a fake server. */
export const renderPage = async (page: ReactElement, { path, at, user, answers = {} }: PageOptions) => {
  const calls: HttpRequest[] = [];
  const http: Http = {
    request: async <T,>(request: HttpRequest) => {
      calls.push(request);
      const answer = answerTo(answers, request);
      if (!answer) throw new ApiError({ status: 404, key: 'error.not_found', requestId: 'test-request' });
      return (await answer(request)) as Envelope<T>;
    },
    file: async () => {
      throw new ApiError({ status: 404, key: 'error.not_found', requestId: 'test-request' });
    },
  };
  const router = createMemoryRouter(
    [
      { path, element: page },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [at] },
  );
  const { store } = createAppStore({
    ports: {
      api: createApi({ main: http, shared: http, geo: http }),
      clock: { now: () => Date.now() },
      navigate: { to: (to, options) => void router.navigate(to, options), reload: (to) => void router.navigate(to) },
      notify: jest.fn(),
      channel: { post: () => undefined, listen: () => () => undefined },
      ...fakeLive().ports,
      upload: async () => undefined,
      saveFile: () => undefined,
      random: { id: () => 'random-id' },
      cookies: { set: () => undefined, remove: () => undefined },
    },
    storage: memoryStorage(),
    domains: allDomains,
    devTools: false,
    report: (error) => {
      throw error;
    },
  });
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve));
    if (user) store.dispatch(loginSucceeded({ user, accessToken: 'token' }));
  });
  calls.length = 0;
  const view = render(
    <StrictMode>
      <Provider store={store}>
        <IntlProvider locale="en" messages={messages}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </IntlProvider>
      </Provider>
    </StrictMode>,
  );
  const address = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { ...view, user: userEvent.setup(), store, router, calls, address };
};
