import { createAction, createStore, type UnknownAction } from '@reduxjs/toolkit';
import { createRoot } from 'react-dom/client';
import { RawIntlProvider, type IntlShape } from 'react-intl';
import { Provider } from 'react-redux';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import type { Frame } from '../../store/trace/replay';
import type { RootState } from '../../store/rootReducer';
import { clockAhead } from '../../lib/serverClock';
import { ReplayContext } from '../../ui/replay';
import { T } from '../../ui/text';
import { Localised } from '../Localised';
import { routeObjects } from '../routeObjects';
import { ScreenError } from '../ScreenError';
import { BrokenStep } from './BrokenStep';

const frameShown = createAction<RootState>('support/frameShown');

/**
 * Creates a store that only shows given states: it ignores events of the pages and runs no saga, so that it sends no
 * requests.
 */
const createReplayStore = (first: RootState) =>
  createStore((state: RootState = first, action: UnknownAction) => (frameShown.match(action) ? action.payload : state));

const addressOf = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }) =>
  `${pathname}${search}${hash}`;

const ReplayedProgram = () => (
  <Localised>
    <Outlet />
  </Localised>
);

const openRouter = ({ place }: Frame) => {
  const { pathname, search, hash } = new URL(place.path, 'http://replay');
  return createMemoryRouter(
    [{ element: <ReplayedProgram />, errorElement: <ScreenError />, children: routeObjects() }],
    { initialEntries: [{ pathname, search, hash, state: place.state }] },
  );
};

interface StageOptions {
  /** The host page's texts, for what the stage shows about itself. */
  intl: IntlShape;
  /** The user wants the previous step, because this one cannot be drawn. */
  onStepBack: () => void;
}

/**
 * Renders the real pages in an element, one moment of a trace at a time. Until it closes, the clock of the pages
 * (`serverNow`) shows that moment.
 */
export const createStage = (element: HTMLElement, first: Frame, { intl, onStepBack }: StageOptions) => {
  const { now } = Date;
  let frame = first;
  Date.now = () => frame.at - clockAhead();
  const store = createReplayStore(first.state);
  const root = createRoot(element);
  let router = openRouter(first);
  let drawings = 0;
  let isBroken = false;
  const handleBroken = () => {
    isBroken = true;
  };
  const draw = () => {
    const replay = {
      container: element,
      brokenScreen: (
        <BrokenStep canStepBack={() => frame.type !== null} onShown={handleBroken} onStepBack={onStepBack} />
      ),
      foreignPage: (
        <p>
          <T id="support.replay.foreignPage" />
        </p>
      ),
    };
    drawings += 1;
    root.render(
      <RawIntlProvider key={drawings} value={intl}>
        <ReplayContext value={replay}>
          <Provider store={store}>
            <RouterProvider router={router} />
          </Provider>
        </ReplayContext>
      </RawIntlProvider>,
    );
  };
  draw();
  return {
    show: (next: Frame) => {
      const isSameState = frame.state === next.state;
      const isThere = addressOf(router.state.location) === next.place.path;
      frame = next;
      store.dispatch(frameShown(next.state));
      // With a new state and an old address for a moment, the page could redirect to a third address.
      if (isBroken || !(isThere || isSameState)) {
        isBroken = false;
        router.dispose();
        router = openRouter(next);
        draw();
      } else if (!isThere) void router.navigate(next.place.path, { replace: true, state: next.place.state });
    },
    close: () => {
      Date.now = now;
      router.dispose();
      // React cannot unmount one root while it renders another.
      setTimeout(() => root.unmount());
    },
  };
};

export type Stage = ReturnType<typeof createStage>;
