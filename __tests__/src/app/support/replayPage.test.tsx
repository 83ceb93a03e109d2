import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { Provider } from 'react-redux';
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router-dom';
import messages from '../../../../i18n/en.json';
import { Localised } from '../../../../src/app/Workplace';
import { routeObjects } from '../../../../src/app/routeObjects';
import { replayRoutes } from '../../../../src/app/support/SupportProvider';
import { DEFAULT_SETTINGS, parseSettings } from '../../../../src/lib/settings';
import { listOpened } from '../../../../src/domains/jobs';
import { MOVED, SLICES_READ } from '../../../../src/store/recorder';
import { Modal } from '../../../../src/ui/Modal';
import { ReplayContext } from '../../../../src/ui/replay';
import { createRouter, RouterView } from '../../../../src/ui/router';
import { toFile, traceOf } from '../../../../src/store/trace/trace';
import { aJobRow, aUser } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { NOW, settle } from '../../../support/fakeClock';
import { aSignedInState, createTestStore } from '../../../support/testStore';

const visit = async (supportReplay: boolean) => {
  const { store } = await createTestStore();
  const router = createRouter([...replayRoutes({ supportReplay }), ...routeObjects()], {
    history: createMemoryHistory({ initialEntries: ['/support/replay'] }),
  });
  await act(async () => {
    render(
      <Provider store={store}>
        <Localised>
          <RouterView router={router} />
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
  return toFile(traceOf(recorder.snapshot(), store.getState(), about));
};

const open = async (text: string) => {
  const field = await screen.findByLabelText('Open a trace file');
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
  expect(await screen.findByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible();
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
  const field = await screen.findByLabelText('Open a trace file');
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
  expect((await within(shown).findAllByText('Night porter'))[0]).toBeVisible();
  await userEvent.click(previous);
  expect(next).toBeEnabled();
  await userEvent.click(screen.getByRole('button', { name: 'Close the trace' }));
  expect(await screen.findByRole('button', { name: 'Open a trace file' })).toBeVisible();
  expect(Date.now()).not.toBe(NOW);
});

describe('a step that cannot be drawn', () => {
  /** A trace whose second event holds a state that no program has. */
  const aBrokenFile = async () => {
    const file = JSON.parse(await aTraceFile()) as { payload: string; support: { times: number[] } };
    const actions = JSON.parse(file.payload) as { type: string; payload?: unknown }[];
    const broken = { type: SLICES_READ, payload: { jobs: null } };
    const moved = actions.find(({ type }) => type === MOVED)!;
    const added = [moved, broken, { type: 'jobs/listFailed', payload: null }];
    return JSON.stringify({
      ...file,
      payload: JSON.stringify(added),
      support: { ...file.support, times: added.map(() => NOW) },
    });
  };

  test('offers one step back and keeps the trace', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await visit(true);
    await open(await aBrokenFile());
    const next = await screen.findByRole('button', { name: 'Next step' });
    const shown = screen.getByRole('region', { name: 'What the user saw' });
    const jump = screen.getByRole('slider', { name: 'Go to step' });
    await userEvent.click(next);
    await userEvent.click(next);
    expect(await within(shown).findByText('This step can’t be drawn')).toBeVisible();
    await userEvent.click(within(shown).getByRole('button', { name: 'One step back' }));
    expect(jump).toHaveValue('1');
    expect(await within(shown).findByRole('heading', { name: 'Jobs' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next failure' }));
    expect(jump).toHaveAttribute('aria-valuetext', '3: jobs/listFailed');
    expect(screen.getByRole('button', { name: 'Next failure' })).toBeDisabled();
  });
});

test('a dialog of the replayed page stays in the stage and leaves the focus outside', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  render(
    <IntlProvider locale="en" messages={messages}>
      <button>Next step</button>
      <ReplayContext value={{ container, brokenScreen: null, foreignPage: null }}>
        <Modal open title="Not bought" onClose={() => undefined} />
      </ReplayContext>
    </IntlProvider>,
  );
  expect(await within(container).findByRole('dialog', { name: 'Not bought' })).toBeVisible();
  const next = screen.getByRole('button', { name: 'Next step' });
  await userEvent.click(next);
  expect(next).toHaveFocus();
  container.remove();
});
