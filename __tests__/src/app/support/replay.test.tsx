import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ApplicationRow } from '../../../../contract/schemas/applications';
import { anApplication, anApiError, aJobRow, aUser, noAnswer } from '../../../support/builders';
import { aConversation, aMessage, aThread } from '../../../support/chat';
import { fakeApi, ok } from '../../../support/fakeApi';
import { NOW } from '../../../support/fakeClock';
import { aNeed, needCounts } from '../../../support/needs';
import { readableText, recordJourney, redactText, replay } from '../../../support/journey';

const asked = jest.fn(() => Promise.reject(new Error('no network')));

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
  globalThis.fetch = asked as unknown as typeof fetch;
  asked.mockClear();
});
afterEach(() => void jest.restoreAllMocks());

const server = () =>
  fakeApi()
    .on('GET', '/search/job', ok([aJobRow(), aJobRow({ id: 12, title: 'Waiter' })]))
    .on('GET', '/job/job-categories/datalist', ok([{ id: 2, name: 'Yeme içme' }]))
    .on('GET', '/messages/inbox', ok({ threads: [aThread({ nbUnreadMessage: 1 })], unread: 1 }));

type Run = Awaited<ReturnType<typeof recordJourney>>;

/** Ends the run, replays its trace, and expects the replayed page and state to equal the recorded ones. */
const expectTheSame = async ({ save, hidden, store, api }: Run, ...witnesses: string[]) => {
  const file = save();
  const recorded = redactText(readableText(), hidden);
  for (const witness of witnesses) expect(recorded).toContain(witness);
  cleanup();
  const calls = api.calls.length;
  const { text, frames, trace } = await replay(file, (now) => now.length >= recorded.length);
  expect(redactText(text, hidden)).toBe(recorded);
  // The reducers reached the recorded state; equal text alone would not prove it.
  const last = JSON.parse(JSON.stringify({ ...frames.at(-1)?.state })) as unknown;
  expect(last).toEqual(JSON.parse(JSON.stringify(trace.lastState)));
  expect(store.getState()).not.toEqual(trace.lastState);
  expect(asked).not.toHaveBeenCalled();
  expect(api.calls).toHaveLength(calls);
};

test('shortlisting an applicant', async () => {
  const row = (given: Partial<ApplicationRow> = {}) => anApplication({ id: 101, ...given });
  const api = server()
    .on('GET', '/search/application/all', ({ query }) =>
      query?.limit === 0 ? ok([], { total: 2 }) : ok([row(), anApplication({ id: 100, user: { firstName: 'Öykü' } })]),
    )
    .on('POST', '/form-input-list', ok({ fields: [] }))
    .on('PUT', '/job/application/:id/shortlist', ok({ application: row({ isShortListed: true }) }));
  const run = await recordJourney({ api, at: '/applications?page=1&activeTab=all' });
  const card = await screen.findByRole('article', { name: /Ayşe Yılmaz/ });
  const star = within(card).getByRole('button', { name: /shortlist/i });
  await run.person.click(star);
  await waitFor(() => expect(run.store.getState().applications.known[101]?.isShortListed).toBe(true));
  await expectTheSame(run, 'Xxxx Xxxxxx', 'Barista');
});

test('putting off what waits today', async () => {
  const row = (snoozedUntil: string | null) => aNeed(101, 'rebook', { snoozedUntil });
  const api = fakeApi()
    .on('GET', '/search/application/all', ok([row(null)], { next: null }))
    .on('GET', '/search/application/needs', ok(needCounts({ now: 1, counts: { rebook: 1 } })))
    .on('GET', '/appointment/me', ok([]))
    .on('GET', '/messages/inbox', ok({ threads: [], unread: 0 }))
    .on('PUT', '/job/application/:id/snooze', ({ body }) =>
      ok({ application: row((body as { until: string | null }).until) }),
    );
  const run = await recordJourney({ api, at: '/today', user: aUser({ userType: 'branch' }) });
  await run.person.click(await screen.findByRole('button', { name: /^Snooze/ }));
  await run.person.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }));
  await screen.findByRole('button', { name: /^Bring back/ });
  await expectTheSame(run, 'Xxxx Xxxxxx', 'Invite again');
});

test('writing a message and receiving one', async () => {
  const api = server()
    .on(
      'GET',
      '/messages/thread/:id',
      aConversation({ messages: [aMessage(1, { body: 'Merhaba, yarın gelebilirim' })] }),
    )
    .on('PUT', '/messages/send', ({ body }) =>
      ok({
        message: aMessage(2, {
          sender: 'employer',
          body: (body as { body: string }).body,
          client_message_id: 'random-id',
        }),
      }),
    );
  const run = await recordJourney({ api, at: '/inbox/5', user: aUser({ userType: 'branch' }) });
  const input = await screen.findByRole('textbox', { name: /message/i });
  await run.person.type(input, 'See you at nine{Enter}');
  await waitFor(() => expect(run.store.getState().outbox.entries).toHaveLength(0));
  await screen.findByText('See you at nine');
  await expectTheSame(run, 'Xxx xxx xx xxxx', 'Xxxxxxx, xxxxx xxxxxxxxxxx');
});

test('a failed and a successful sign-in, then a list that fails to load', async () => {
  const api = server().on('POST', '/user/login', anApiError(401, 'login.failed')).on('GET', '/search/job', noAnswer());
  const run = await recordJourney({ api, at: '/login', user: null });
  await run.person.type(await screen.findByLabelText(/email/i), 'deniz@moda.test');
  await run.person.type(screen.getByLabelText('Password'), 'Planted1');
  await run.person.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(run.store.getState().session.login.status).toBe('failed'));
  api.on('POST', '/user/login', ok({ user: aUser(), access_token: 'PLANTED-TOKEN' }));
  await run.person.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(run.store.getState().jobs.list.status).toBe('failed'));
  // The list says the same before the error page opens.
  await screen.findByRole('button', { name: 'Go back and try again' });
  expect(run.save()).not.toMatch(/planted/i);
  await expectTheSame(run, 'No connection');
});
