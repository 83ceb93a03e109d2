import { screen, waitFor, within } from '@testing-library/react';
import { feedCreationSubmitted, feedOpened } from '../../../src/domains/appointments';
import { sanitise } from '../../../src/store/sanitise';
import { toFile, traceOf } from '../../../src/store/trace/trace';
import { memoryStorage } from '../../../src/lib/storage';
import { CalendarFeedButton } from '../../../src/widgets/CalendarFeed/CalendarFeedButton';
import { anApiError } from '../../support/builders';
import { deferred, fakeApi, ok, type FakeApi } from '../../support/fakeApi';
import { NOW, settle } from '../../support/fakeClock';
import { renderScreen } from '../../support/renderScreen';
import { createTestStore } from '../../support/testStore';

const FEED = '/appointment/feed';
const URL = 'https://dash.test/calendar/PLANTED-9f8e7d6c.ics';
const feed = { createdAt: '2026-11-20T09:00:00.000Z' };

const server = (known: typeof feed | null = null) =>
  fakeApi()
    .on('GET', FEED, ok({ feed: known }))
    .on('POST', FEED, ok({ url: URL, feed }))
    .on('DELETE', FEED, ok({ feed: null }));

const open = async (api: FakeApi) => {
  const view = await renderScreen(<CalendarFeedButton />, { api });
  await view.person.click(screen.getByRole('button', { name: 'Subscribe in your calendar' }));
  return view;
};

test('makes the address, shows it once and copies it', async () => {
  const { person, store, where } = await open(server());
  await person.dblClick(await screen.findByRole('button', { name: 'Create address' }));
  const address = await screen.findByLabelText('Your calendar address');
  expect(address).toHaveValue(URL);
  expect(address).toHaveFocus();
  expect(address).toHaveAccessibleDescription(/only time/);
  expect(screen.getByRole('link', { name: 'Open in a calendar app' })).toHaveAttribute(
    'href',
    'webcal://dash.test/calendar/PLANTED-9f8e7d6c.ics',
  );
  // A new address would end the one that was just made.
  expect(screen.queryByRole('button', { name: 'Create new address' })).toBeNull();
  const copy = jest.spyOn(navigator.clipboard, 'writeText');
  await person.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(copy).toHaveBeenCalledWith(URL);
  expect(where()).toBe('/');
  await person.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(JSON.stringify(store.getState())).not.toContain('PLANTED');
  await person.click(screen.getByRole('button', { name: 'Subscribe in your calendar' }));
  expect(await screen.findByRole('button', { name: 'Create address' })).toBeVisible();
});

test('says that Google checks the calendar only every few hours', async () => {
  await open(server());
  expect(await screen.findByText(/Google Calendar checks for changes only every few hours/)).toBeVisible();
});

test('asks before a new address ends the old one', async () => {
  const api = server(feed);
  const { person } = await open(api);
  expect(
    await screen.findByText('You created your address on 20/11/2026. For security, it’s shown only once.'),
  ).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Create new address' }));
  const question = within(await screen.findByRole('dialog', { name: 'Create a new address?' }));
  expect(api.callsOf('POST', FEED)).toHaveLength(0);
  await person.click(question.getByRole('button', { name: 'Create new address' }));
  expect(await screen.findByDisplayValue(URL)).toBeVisible();
});

test('stops the subscription after a question', async () => {
  const api = server(feed);
  const { person } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Stop subscription' }));
  const question = within(await screen.findByRole('dialog', { name: 'Stop the subscription?' }));
  await person.click(question.getByRole('button', { name: 'Stop subscription' }));
  expect(await screen.findByText('The subscription was stopped.')).toBeVisible();
  expect(api.callsOf('DELETE', FEED)).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Create address' })).toBeVisible();
});

test('a failure offers to try again', async () => {
  const api = server().on('GET', FEED, anApiError(500));
  const { person } = await open(api);
  const again = await screen.findByRole('button', { name: 'Try again' });
  api.on('GET', FEED, ok({ feed: null })).on('POST', FEED, anApiError(429, 'error.too_many_requests'));
  await person.click(again);
  await person.click(await screen.findByRole('button', { name: 'Create address' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  api.on('POST', FEED, ok({ url: URL, feed }));
  await person.click(screen.getByRole('button', { name: 'Create address' }));
  expect(await screen.findByDisplayValue(URL)).toBeVisible();
});

test('drops an address that arrives after the dialog has closed', async () => {
  const answer = deferred<ReturnType<typeof ok>>();
  const { person, store } = await open(server().on('POST', FEED, () => answer.promise));
  await person.click(await screen.findByRole('button', { name: 'Create address' }));
  await person.click(screen.getByRole('button', { name: 'Close' }));
  answer.resolve(ok({ url: URL, feed }));
  await settle();
  expect(JSON.stringify(store.getState())).not.toContain('PLANTED');
});

test('the address is in no trace, no developer tools and no storage', async () => {
  const storage = memoryStorage();
  const { store, recorder, persistor } = await createTestStore({ api: server(), storage });
  store.dispatch(feedOpened());
  await settle();
  store.dispatch(feedCreationSubmitted());
  await settle();
  expect(JSON.stringify(store.getState())).toContain('PLANTED');
  const about = { version: '1', savedAt: NOW, browser: 'b', window: { width: 1, height: 1 } };
  const recording = recorder.snapshot();
  expect(JSON.stringify(recording)).toContain('PLANTED');
  expect(toFile(traceOf(recording, store.getState(), about))).not.toContain('PLANTED');
  expect(JSON.stringify(sanitise([store.getState(), recording]))).not.toContain('PLANTED');
  await persistor.flush();
  const stored = await Promise.all(
    ['session', 'preferences', 'jobDrafts', 'outbox'].map((name) => storage.getItem(`persist:${name}`)),
  );
  expect(JSON.stringify(stored)).not.toContain('PLANTED');
});
