import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import configureMockStore from 'redux-mock-store';
import messages from '../../../i18n/en.json';
import { LogoutPage } from '../../../src/screens/Logout/LogoutPage';
import { Root } from '../../../src/app/Root';
import { logoutRequested, sessionReducer, startRetried } from '../../../src/domains/session';
import { aUser, aFailure } from '../../support/builders';
import { aSignedInState, anInitialState } from '../../support/testStore';

/** Uses a mock store to check which event was sent. The state comes from the real reducer. */
const show = (element: React.ReactElement, state: ReturnType<typeof anInitialState>) => {
  const store = configureMockStore()(state);
  render(
    <Provider store={store}>
      <IntlProvider locale="en" messages={messages}>
        <MemoryRouter>{element}</MemoryRouter>
      </IntlProvider>
    </Provider>,
  );
  return store;
};

test('retrying the failed start sends one event', async () => {
  const state = aSignedInState(aUser());
  const failure = aFailure({ kind: 'network', key: 'network.no_answer', status: 0, requestId: null });
  const session = sessionReducer(state.session, { type: 'session/startFailed', payload: failure });
  const store = show(<Root />, { ...state, session });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('We couldn’t load this');
  expect(document.title).toContain('We couldn’t load this');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(store.getActions()).toEqual([startRetried()]);
});

test('/logout sends one event', () => {
  expect(show(<LogoutPage />, aSignedInState(aUser())).getActions()).toEqual([logoutRequested()]);
});

test('/logout of a guest sends no event', () => {
  expect(show(<LogoutPage />, anInitialState()).getActions()).toEqual([]);
});
