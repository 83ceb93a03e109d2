import { createAction, createStore, type UnknownAction } from '@reduxjs/toolkit';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { Frame } from '../../store/trace/replay';
import type { RootState } from '../../store/rootReducer';
import { Localised } from '../Localised';
import { routeObjects } from '../routeObjects';

const shown = createAction<RootState>('support/shown');

/**
 * Creates a store that only shows given states: it ignores events of the pages and runs no saga, so that it sends no
 * requests.
 */
export const createReplayStore = (first: RootState) =>
  createStore((state: RootState = first, action: UnknownAction) => (shown.match(action) ? action.payload : state));

const addressOf = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }) =>
  `${pathname}${search}${hash}`;

/**
 * Renders the real pages in an element, one moment of a trace at a time. Until it closes, `Date.now` returns that
 * moment.
 */
export const createStage = (element: HTMLElement, first: Frame) => {
  const { now } = Date;
  let frame = first;
  Date.now = () => frame.at;
  const store = createReplayStore(first.state);
  const router = createMemoryRouter(routeObjects(), {
    initialEntries: [{ ...pathOf(first), state: first.place.state }],
  });
  const root = createRoot(element);
  root.render(
    <Provider store={store}>
      <Localised>
        <RouterProvider router={router} />
      </Localised>
    </Provider>,
  );
  return {
    show: (next: Frame) => {
      frame = next;
      store.dispatch(shown(next.state));
      if (addressOf(router.state.location) !== next.place.path)
        void router.navigate(next.place.path, { replace: true, state: next.place.state });
    },
    close: () => {
      Date.now = now;
      router.dispose();
      // React cannot unmount one root while it renders another.
      setTimeout(() => root.unmount());
    },
  };
};

const pathOf = ({ place }: Frame) => {
  const { pathname, search, hash } = new URL(place.path, 'http://replay');
  return { pathname, search, hash };
};

export type Stage = ReturnType<typeof createStage>;
