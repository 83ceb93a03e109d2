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
 * A store that holds what it is shown and hears nothing else: events of the pages change nothing, and no saga runs, so that
 * nothing is asked of a server.
 */
export const createReplayStore = (first: RootState) =>
  createStore((state: RootState = first, action: UnknownAction) => (shown.match(action) ? action.payload : state));

const addressOf = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }) =>
  `${pathname}${search}${hash}`;

/** The real pages in an element, at one moment of a trace after the other. While it is open, the clock says that moment. */
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
      // React does not take a root away in the midst of drawing another.
      setTimeout(() => root.unmount());
    },
  };
};

const pathOf = ({ place }: Frame) => {
  const { pathname, search, hash } = new URL(place.path, 'http://replay');
  return { pathname, search, hash };
};

export type Stage = ReturnType<typeof createStage>;
