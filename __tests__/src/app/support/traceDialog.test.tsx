import type { ReactElement } from 'react';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import messages from '../../../../i18n/en.json';
import { ScreenError } from '../../../../src/app/routeObjects';
import { ProfileMenu } from '../../../../src/app/shell/ProfileMenu';
import { SupportProvider } from '../../../../src/app/support/SupportProvider';
import { ErrorPage } from '../../../../src/screens/ErrorPage/ErrorPage';
import { localeChosen } from '../../../../src/domains/preferences';
import { readTrace } from '../../../../src/store/trace/trace';
import { FormConfigFailure } from '../../../../src/ui/FormConfigFailure';
import { ErrorState } from '../../../../src/ui/State';
import { aFailure, aUser } from '../../../support/builders';
import { aSignedInState, createTestStore } from '../../../support/testStore';

const show = async (element: ReactElement) => {
  const made = await createTestStore({ state: aSignedInState(aUser({ firstName: 'Deniz' })) });
  render(
    <Provider store={made.store}>
      <IntlProvider locale="en" messages={messages}>
        <SupportProvider recorder={made.recorder}>
          <MemoryRouter>{element}</MemoryRouter>
        </SupportProvider>
      </IntlProvider>
    </Provider>,
  );
  return made;
};

const SAVE = 'Save a support trace';
const dialog = () => screen.findByRole('dialog', { name: 'Support trace' });

test.each<[string, ReactElement]>([
  ['a list that failed', <ErrorState key="list" failure={aFailure()} />],
  ['the error page', <ErrorPage key="page" />],
  ['a screen that broke', <ScreenError key="screen" />],
  ['the dialog of a form that did not load', <FormConfigFailure key="form" failure={aFailure()} onRetry={jest.fn()} />],
])('%s opens the dialog', async (_name, element) => {
  await show(element);
  await userEvent.click(await screen.findByRole('button', { name: SAVE }));
  expect(await dialog()).toBeVisible();
});

describe('opening from the menu', () => {
  const saved: Blob[] = [];
  const names: string[] = [];
  beforeEach(() => {
    saved.length = 0;
    names.length = 0;
    URL.createObjectURL = jest.fn((blob: Blob) => {
      saved.push(blob);
      return 'blob:1';
    });
    URL.revokeObjectURL = jest.fn();
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
  });
  afterEach(() => void jest.restoreAllMocks());

  const open = async () => {
    const made = await show(<ProfileMenu user={aUser()} />);
    await userEvent.click(screen.getByRole('button', { name: /Deniz Kaya/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: SAVE }));
    return { ...made, shown: await dialog() };
  };

  test('shows every value of the trace before anything is saved', async () => {
    const { shown } = await open();
    expect(shown).toHaveTextContent('Nothing is sent');
    await userEvent.click(within(shown).getByText('State now'));
    expect(await within(shown).findByText('session')).toBeInTheDocument();
    await userEvent.click(within(shown).getByText('session'));
    await waitFor(() => expect(shown).toHaveTextContent('"firstName": "Xxxxx"'));
    expect(shown).not.toHaveTextContent('Deniz');
    expect(saved).toEqual([]);
  });

  test('saves a file and returns the focus to the menu', async () => {
    const { shown } = await open();
    await userEvent.click(within(shown).getByRole('button', { name: 'Save file' }));
    expect(names).toEqual([expect.stringMatching(/^support-trace-\d{4}-\d\d-\d\d-\d{4}\.json$/)]);
    const trace = readTrace(await saved[0]!.text());
    expect(trace).toMatchObject({ version: '0.0.0', browser: navigator.userAgent });
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(screen.getByRole('button', { name: /Deniz Kaya/ })).toHaveFocus());
  });

  test('starts over when the user asks for it', async () => {
    const { shown, recorder, store } = await open();
    act(() => void store.dispatch(localeChosen('tr')));
    await userEvent.click(within(shown).getByRole('button', { name: 'Clear and start over' }));
    expect(within(shown).getByText('No events')).toBeVisible();
    expect(recorder.snapshot().entries).toEqual([]);
  });

  test('saves nothing when the user cancels', async () => {
    const { shown } = await open();
    await userEvent.click(within(shown).getByRole('button', { name: 'Cancel' }));
    expect(saved).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
