import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { Localised } from '../../../../src/app/Localised';
import { routeObjects } from '../../../../src/app/routeObjects';
import { replayRoutes } from '../../../../src/app/support/replayRoute';
import { DEFAULT_SETTINGS, parseSettings } from '../../../../src/lib/settings';
import { listOpened } from '../../../../src/domains/jobs';
import { toFile, traceOf } from '../../../../src/store/trace/trace';
import { aJobRow, aUser } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { NOW, settle } from '../../../support/fakeClock';
import { aSignedInState, createTestStore } from '../../../support/testStore';

const visit = async (supportReplay: boolean) => {
  const { store } = await createTestStore();
  const router = createMemoryRouter([...replayRoutes({ supportReplay }), ...routeObjects()], {
    initialEntries: ['/support/replay'],
  });
  await act(async () => {
    render(
      <Provider store={store}>
        <Localised>
          <RouterProvider router={router} />
        </Localised>
      </Provider>,
    );
  });
};

const aTraceFile = async () => {
  const api = fakeApi().on('GET', '/search/job', ok([aJobRow({ title: 'Night porter' })]));
  const { store, recorder } = await createTestStore({ api, state: aSignedInState(aUser()) });
  recorder.moved({ path: '/jobs', state: null });
  store.dispatch(listOpened({ branchId: null, q: '', sorting: null }));
  await settle();
  const about = { version: '1.2.3', savedAt: NOW, browser: 'test', window: { width: 1280, height: 800 } };
  return toFile(traceOf(recorder.take(), store.getState(), about));
};

const open = async (text: string) => {
  const field = await screen.findByLabelText('Open a trace file', {}, { timeout: 8000 });
  // jsdom's File has no text().
  const file = Object.assign(new File([text], 'trace.json', { type: 'application/json' }), { text: async () => text });
  await userEvent.upload(field, file);
};

test('the setting is off unless the server says otherwise', () => {
  expect(DEFAULT_SETTINGS.supportReplay).toBe(false);
  expect(parseSettings('{"supportReplay":true}').supportReplay).toBe(true);
  expect(parseSettings('{"supportReplay":"1"}').supportReplay).toBe(false);
});

test('the page does not exist without the setting', async () => {
  await visit(false);
  expect(await screen.findByRole('heading', { name: 'This page does not exist' }, { timeout: 8000 })).toBeVisible();
});

test('refuses a file that is not a trace', async () => {
  await visit(true);
  await open('{"a":1}');
  expect(await screen.findByRole('alert')).toHaveTextContent('isn’t a support trace');
  expect(screen.getByRole('button', { name: 'Open a trace file' })).toHaveAccessibleDescription(
    /isn’t a support trace/,
  );
});

test('asks for the file with a button in the page’s language', async () => {
  await visit(true);
  const field = await screen.findByLabelText('Open a trace file', {}, { timeout: 8000 });
  const asked = jest.spyOn(field, 'click');
  await userEvent.click(screen.getByRole('button', { name: 'Open a trace file' }));
  expect(asked).toHaveBeenCalledTimes(1);
});

test('steps forward, back and to any moment, and shows the real page', async () => {
  await visit(true);
  await open(await aTraceFile());
  const next = await screen.findByRole('button', { name: 'Next step' });
  const previous = screen.getByRole('button', { name: 'Previous step' });
  const jump = screen.getByRole('slider', { name: 'Go to step' });
  const shown = screen.getByRole('region', { name: 'What the user saw' });
  expect(previous).toBeDisabled();
  await userEvent.click(next);
  expect(jump).toHaveAttribute('aria-valuetext', expect.stringMatching(/^1: reference\/categories/));
  for (let step = 2; !(next as HTMLButtonElement).disabled && step < 50; step += 1) await userEvent.click(next);
  expect((await within(shown).findAllByText('Night porter', {}, { timeout: 8000 }))[0]).toBeVisible();
  await userEvent.click(previous);
  expect(next).toBeEnabled();
  await userEvent.click(screen.getByRole('button', { name: 'Close the trace' }));
  expect(await screen.findByRole('button', { name: 'Open a trace file' })).toBeVisible();
  expect(Date.now()).not.toBe(NOW);
});
