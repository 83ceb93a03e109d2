import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Conversation } from '../../../src/widgets/Conversation/Conversation';
import { groupLines } from '../../../src/widgets/Conversation/MessageList';
import { chatJoined, conversationActions, outboxActions, pushReceived } from '../../../src/domains/chat';
import { loggedOut } from '../../../src/domains/session';
import { ApiError, type HttpRequest } from '../../../src/lib/http';
import { anApiError, aUser, noAnswer } from '../../support/builders';
import { aConversation, aMessage, anEntry, aThread } from '../../support/chat';
import { fakeApi, ok } from '../../support/fakeApi';
import { turns } from '../../support/fakeClock';
import { chooseItem, renderScreen } from '../../support/renderScreen';

const THREAD = '/messages/thread/5';
const SEND = '/messages/send';

let isTouch = false;
// Set before any code queries it.
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  value: (query: string) => ({
    get matches() {
      return isTouch && query === '(pointer: coarse)';
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});
afterEach(() => {
  isTouch = false;
  jest.restoreAllMocks();
});

const kept = (request: HttpRequest) => {
  const { body, client_message_id } = request.body as { body: string; client_message_id: string };
  return ok({ message: aMessage(9, { sender: 'employer', body, client_message_id }) });
};

const server = (given: Parameters<typeof aConversation>[0] = {}) =>
  fakeApi().on('GET', THREAD, aConversation(given)).on('PUT', SEND, kept);

const show = async (api = server(), user = aUser({ id: 7 }), name = 'Ece Yıldız') => {
  const world = await renderScreen(<Conversation userId={7} threadId={5} />, { api, user });
  await screen.findByRole('heading', { name });
  return { ...world, input: () => screen.getByRole('textbox', { name: 'Message' }) };
};

test.each([
  ['2026-11-20T08:00:59.000Z', 'Just now'],
  ['2026-11-20T08:01:00.000Z', '1 min. ago'],
  ['2026-11-20T09:00:00.000Z', '11:00'],
])('at %s a message of 08:00 UTC says: %s, and prints 11:00', async (now, age) => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
  await show(server({ messages: [aMessage(1)] }));
  const label = await screen.findByText(age);
  expect(label).toBeVisible();
  const printed = label.closest('time')!.querySelector('.only-print') ?? label;
  expect(printed).toHaveTextContent('11:00');
});

test('the heading of a day says Today on the screen and its date on paper', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T09:00:00.000Z'));
  await show(server({ messages: [aMessage(1)] }));
  const onScreen = (await screen.findByText('Today')).closest('.no-print')!;
  expect(onScreen.nextElementSibling).toHaveTextContent('20/11/2026');
  expect(onScreen.nextElementSibling).toHaveClass('only-print');
});

test.each([
  [undefined, 'Ece Yıldız', true],
  [true as const, 'Deleted person', false],
])('the head shows name and initials unless the person was erased: %s', async (isErased, name, isShown) => {
  const thread = aThread();
  const api = server({ thread: { ...thread, user: { ...thread.user, ...(isErased && { isErased }) } } });
  await show(api, undefined, name);
  expect(screen.queryByText('EY') !== null).toBe(isShown);
});

test('renders every type of message, and shows markup in a text as text', async () => {
  const messagePayload = { startAt: '2026-11-23 12:00:00', changed_status: 'CANCELLED' };
  await show(
    server({
      messages: [
        aMessage(1, {
          type: 'application',
          body: 'Barista',
          messagePayload: { jobTitle: 'Barista', jobDescription: 'Coffee' },
        }),
        aMessage(2, { body: '<a href="https://evil.test">click</a>' }),
        aMessage(3, { type: 'location', body: '41.01, 28.97' }),
        aMessage(4, {
          type: 'appointment',
          body: null,
          sender: 'employer',
          messagePayload: { ...messagePayload, latitude: 41, longitude: 29, address: 'Moda Cd. 1', linkSent: true },
        }),
        aMessage(5, { type: 'appointment_status', body: null, sender: 'system', messagePayload }),
        aMessage(6, { body: 'See you', sender: 'system', messagePayload: { notTold: true, reminder: 'soon' } }),
      ],
    }).on(
      'GET',
      '/places/nearby',
      ok([{ name: 'Fener', fullName: 'Fener, Fatih', latitude: 41.02, longitude: 28.95 }]),
    ),
  );
  const log = within(screen.getByRole('log', { name: 'Messages' }));
  expect(log.getByText('Application for Barista')).toBeVisible();
  expect(log.getByText('Coffee')).toBeVisible();
  expect(log.getByText('<a href="https://evil.test">click</a>')).toBeVisible();
  expect(await log.findByText('Location: Fener, Fatih')).toBeVisible();
  expect(log.getByText('Moda Cd. 1')).toBeVisible();
  expect(log.getAllByText('Link sent')).toHaveLength(1);
  expect(log.getByText('See you')).toHaveTextContent('Automatic reminder: See you');
  expect(log.getAllByText('Not notified: the text couldn’t be sent')).toHaveLength(1);
  // A wall time of the marketplace: the tests run in another time zone.
  expect(log.getByText(/canceled by the company/).parentElement).toHaveTextContent('23/11/2026 12:00');
  expect(log.getAllByText('23/11/2026 12:00')).toHaveLength(2);
});

test('says when the link of a night’s invitation goes out, unless another message replaces it', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T05:00:00.000Z'));
  const [before, later] = ['2026-11-20T05:00:00.000Z', '2026-11-24T05:00:00.000Z'];
  const line = (number: number, id: number, linkAt: string) =>
    aMessage(number, {
      type: 'appointment',
      body: null,
      sender: 'employer',
      date: '2026-11-19T20:00:00.000Z',
      messagePayload: { id, startAt: '2030-01-05 12:00:00', linkSent: true, linkAt },
    });
  const cancelled = aMessage(4, {
    type: 'appointment_status',
    body: null,
    sender: 'employer',
    date: '2026-11-20T20:00:00.000Z',
    messagePayload: { appointmentId: 3, startAt: '2030-01-05 12:00:00', changed_status: 'CANCELLED' },
  });
  const firstDay = aMessage(5, {
    sender: 'system',
    date: '2026-11-20T20:00:00.000Z',
    messagePayload: { applicationId: 9, linkSent: true, linkAt: later },
  });
  const plain = aMessage(6, { sender: 'employer', date: '2026-11-20T20:01:00.000Z' });
  const answered = aMessage(7, {
    type: 'appointment_status',
    body: null,
    date: '2026-11-20T20:02:00.000Z',
    messagePayload: { appointmentId: 2, startAt: '2030-01-05 12:00:00', changed_status: 'ACTIVE' },
  });
  const lines = [line(1, 1, before), line(2, 2, later), line(3, 3, later), cancelled, firstDay, plain, answered];
  await show(server({ messages: lines }));
  const log = within(screen.getByRole('log', { name: 'Messages' }));
  expect(log.getAllByText('Link sent')).toHaveLength(1);
  expect(log.getAllByText('Link goes out on 24/11/2026 at 08:00')).toHaveLength(2);
});

test.each([
  ['whose link has left', 'sms', { linkSent: true, linkAt: '2026-11-20T05:00:00.000Z' }, 1],
  ['whose link waits', 'sms', { linkSent: true, linkAt: '2026-11-24T05:00:00.000Z' }, 0],
  ['whose link waits, but not the notice', 'product', { linkSent: true, linkAt: '2026-11-24T05:00:00.000Z' }, 1],
  ['of which nobody could be told', 'sms', { notTold: true }, 0],
] as const)('an invitation %s reads as sent or not', async (_name, reach, given, sent) => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T05:00:00.000Z'));
  const messagePayload = { id: 1, startAt: '2030-01-05 12:00:00', ...given };
  const invitation = aMessage(1, { type: 'appointment', body: null, sender: 'employer', messagePayload });
  await show(server({ thread: aThread({ reach }), messages: [invitation] }));
  expect(screen.queryAllByText('Sent')).toHaveLength(sent);
});

test('says what became of an appointment, and that an expired invitation got no answer', async () => {
  const line = (number: number, changed_status: string) =>
    aMessage(number, {
      type: 'appointment_status',
      body: null,
      sender: 'system',
      messagePayload: { startAt: '2026-11-23 12:00:00', changed_status },
    });
  await show(
    server({
      messages: [
        line(1, 'EXPIRED'),
        line(2, 'APPLICANT_CANCELLED'),
        line(3, 'new in another release'),
        line(4, 'COMPLETED'),
        line(5, 'MISSED'),
      ],
    }),
  );
  const log = within(screen.getByRole('log', { name: 'Messages' }));
  expect(log.getByText(/^The invitation has expired: no answer came\./)).toBeVisible();
  expect(log.getByText(/^The appointment was updated: Canceled by the applicant\./)).toBeVisible();
  expect(log.getByText(/^The appointment was updated\./)).toBeVisible();
  expect(log.getByText(/^The appointment was updated: Time passed\./)).toBeVisible();
  expect(log.getByText(/^The appointment was updated: No-show\./)).toBeVisible();
});

test('says from when to when an appointment was moved', async () => {
  const messagePayload = {
    startAt: '2026-11-23 12:00:00',
    previousStartAt: '2026-11-22 10:30:00',
    changed_status: 'WAITING',
  };
  const moved = aMessage(1, { type: 'appointment_status', body: null, sender: 'employer', messagePayload });
  await show(server({ messages: [moved] }));
  const log = within(screen.getByRole('log', { name: 'Messages' }));
  expect(log.getByText('The appointment moved from 22/11/2026 10:30 to 23/11/2026 12:00.')).toBeVisible();
});

test('says that the worker is not told of messages where there is no channel', async () => {
  const { unmount } = await show(server({ thread: aThread({ reach: 'sms' }) }));
  expect(screen.queryByText(/can’t be reached/)).toBeNull();
  unmount();
  await show(server({ thread: aThread({ reach: 'none' }) }));
  expect(screen.getByText('We can’t notify Ece of your messages: they can’t be reached.')).toBeVisible();
});

test('Enter sends trimmed text, Shift+Enter starts a line, and blank text is not sent and keeps the focus', async () => {
  const { api, person, input } = await show();
  await person.type(input(), '   {Enter}');
  expect(api.callsOf('PUT', SEND)).toHaveLength(0);
  expect(input()).toHaveFocus();
  await person.clear(input());
  await person.type(input(), ' Hello{Shift>}{Enter}{/Shift}there {Enter}');
  expect(input()).toHaveValue('');
  expect(input()).toHaveFocus();
  expect(await screen.findByText('Sent')).toBeVisible();
  expect(api.callsOf('PUT', SEND).map(({ body }) => body)).toMatchObject([{ body: 'Hello\nthere', recipient_id: 40 }]);
});

test('Enter on a phone starts a line, and the button sends', async () => {
  isTouch = true;
  const { api, person, input } = await show();
  expect(input()).toHaveAttribute('enterkeyhint', 'enter');
  expect(screen.queryByText(/Press Enter to send/)).not.toBeInTheDocument();
  await person.type(input(), 'Hello{Enter}there');
  expect(input()).toHaveValue('Hello\nthere');
  expect(api.callsOf('PUT', SEND)).toHaveLength(0);
  await person.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Sent')).toBeVisible();
  expect(api.callsOf('PUT', SEND)).toMatchObject([{ body: { body: 'Hello\nthere' } }]);
});

test('counts the excess over 2,000 characters and does not send', async () => {
  const { api, person, input } = await show();
  await person.click(input());
  await person.paste('x'.repeat(2001));
  expect(screen.getByText('1 character too many')).toBeVisible();
  await person.keyboard('{Enter}');
  expect(api.callsOf('PUT', SEND)).toHaveLength(0);
  await person.keyboard('{Backspace}');
  expect(screen.getByText('0 characters left')).toBeVisible();
});

test('a message without an answer stays, shows its state and can be cancelled', async () => {
  const { person, input } = await show(server().on('PUT', SEND, noAnswer()));
  await person.type(input(), 'Hello{Enter}');
  expect(await screen.findByText(/Not sent yet/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Edit message' }));
  expect(input()).toHaveValue('Hello');
  expect(screen.queryByText(/Not sent yet/)).not.toBeInTheDocument();
});

test.each([
  ['improper_message', 'Send this message?', 1],
  ['sleep_mode', 'Send it at this hour?', 2],
])(
  '%s asks for confirmation: cancelling returns the text to the box, confirming sends it',
  async (type, title, status) => {
    const refusal = new ApiError({
      status: 400,
      key: type,
      payload: { error_type: type, error_text: 'Said by the server' },
    });
    const { api, person, input } = await show(
      server().on('PUT', SEND, (request) =>
        (request.body as { message_status: number }).message_status === 0 ? refusal : kept(request),
      ),
    );
    await person.type(input(), 'Hello{Enter}');
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(dialog).toHaveTextContent('Said by the server');
    await person.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(input()).toHaveValue('Hello'));
    await person.type(input(), '{Enter}');
    await person.click(await screen.findByRole('button', { name: 'Send anyway' }));
    expect(await screen.findByText('Sent')).toBeVisible();
    expect(api.callsOf('PUT', SEND).at(-1)?.body).toMatchObject({ message_status: status });
  },
);

test('a poll never changes what is typed', async () => {
  const { api, person, input, store } = await show();
  await person.type(input(), 'half a sen');
  api.on('GET', THREAD, aConversation({ messages: [aMessage(1)] }));
  await act(async () => {
    store.dispatch(chatJoined());
    await turns();
  });
  expect(input()).toHaveValue('half a sen');
  expect(input()).toHaveFocus();
});

test('warns of a worker who suggests another channel', async () => {
  const { person } = await show(server({ validation_errors: ['improper_message'] }));
  expect(screen.getByRole('alert')).toHaveTextContent('another app');
  await person.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('blocks after confirmation and shows a failure in the dialog', async () => {
  const api = server().on('PUT', '/user-block/by-thread/:id', anApiError(500));
  const { person, notices } = await show(api);
  await chooseItem(person, 'More about Ece Yıldız', 'Block');
  const dialog = await screen.findByRole('dialog', { name: 'Block Ece Yıldız?' });
  await person.click(within(dialog).getByRole('button', { name: 'Block' }));
  expect(await within(dialog).findByRole('alert')).toBeVisible();
  api.on('PUT', '/user-block/by-thread/:id', ok(null));
  await person.click(within(dialog).getByRole('button', { name: 'Block' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.getAllByText(/You blocked/)).not.toHaveLength(0);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Unblock' })).toHaveFocus());
  const undo = conversationActions.blockRequested({ threadId: 5, isBlocked: false });
  expect(notices).toEqual([{ id: 'conversation.block.done', kind: 'success', undo }]);
  api.on('DELETE', '/user-block/by-thread/:id', anApiError(500));
  await person.click(screen.getByRole('button', { name: 'Unblock' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  api.on('DELETE', '/user-block/by-thread/:id', ok(null));
  await person.click(screen.getByRole('button', { name: 'Unblock' }));
  expect(await screen.findByRole('textbox')).toHaveFocus();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await chooseItem(person, 'More about Ece Yıldız', 'Block');
  expect(await screen.findByRole('dialog')).toBeVisible();
});

test('focuses the box, links to the applicant and the job, and shows the stage', async () => {
  const { input } = await show(server({ thread: aThread({ stage: { key: 'offered', at: null } }) }));
  expect(screen.getByText('Offer sent')).toBeVisible();
  expect(input()).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Ece Yıldız' })).toHaveAttribute('href', '/jobs/detail/11/101');
  expect(screen.getByRole('link', { name: 'Barista' })).toHaveAttribute(
    'href',
    '/applications?jobId=11&page=1&activeTab=all',
  );
});

test('leaves the focus in a field in which the user types', async () => {
  document.body.insertAdjacentHTML('beforeend', '<input id="elsewhere" />');
  const elsewhere = document.getElementById('elsewhere')!;
  elsewhere.focus();
  await show();
  expect(elsewhere).toHaveFocus();
  elsewhere.remove();
});

test('an unblocking that needs a sign-in leaves that to its dialog', async () => {
  const api = server({ messages: [], thread: aThread({ isBlocked: true }) }).on(
    'DELETE',
    '/user-block/by-thread/:id',
    anApiError(401, 'error.unauthorized'),
  );
  const { person, store } = await show(api);
  await person.click(screen.getByRole('button', { name: 'Unblock' }));
  expect(store.getState().conversation.block).toMatchObject({ 5: { status: 'failed' } });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an empty blocked conversation does not ask for a first message', async () => {
  await show(server({ messages: [], thread: aThread({ isBlocked: true }) }));
  expect(screen.getByRole('button', { name: 'Unblock' })).not.toHaveFocus();
  expect((await screen.findAllByText(/You blocked/)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/Send the first one/)).not.toBeInTheDocument();
});

test('a message to a blocked worker cannot be tried again', async () => {
  const { person, input } = await show(server().on('PUT', '/messages/send', anApiError(409, 'thread.blocked')));
  await person.type(input(), 'Hello{Enter}');
  expect(await screen.findByText(/This conversation is blocked/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Edit message' })).toBeVisible();
});

test('sending a message again leaves the focus in the conversation', async () => {
  const api = server().on('PUT', SEND, anApiError(403, 'error.forbidden'));
  const { person, input } = await show(api);
  await person.type(input(), 'Hello{Enter}');
  api.on('PUT', SEND, kept);
  await person.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
  expect(screen.getByRole('log')).toHaveFocus();
});

test.each([
  ['root', '/inbox/7'],
  ['hr_account', '/inbox/7'],
  ['branch', '/inbox'],
  ['company', '/inbox'],
] as const)('%s: deleting the conversation opens %s', async (userType, to) => {
  const { person, ports } = await show(server().on('DELETE', THREAD, ok(null)), aUser({ id: 7, userType }));
  await chooseItem(person, 'More about Ece Yıldız', 'Delete conversation');
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete conversation' }));
  await waitFor(() => expect(ports.navigate.to).toHaveBeenCalledWith(to, { replace: true }));
});

test.each([
  ['that was opened', 404],
  ['while it is open', 200],
])('a conversation that is gone leads back to the list: %s', async (_name, status) => {
  const api = status === 404 ? fakeApi() : server();
  const { store } = await renderScreen(<Conversation userId={7} threadId={5} home="/inbox/7" />, { api });
  if (status === 200) {
    await screen.findByRole('heading', { name: 'Ece Yıldız' });
    api.on('GET', THREAD, anApiError(404, 'error.not_found'));
    act(() => void store.dispatch(pushReceived({ type: 'ready' })));
  }
  expect(await screen.findByRole('heading', { name: 'We can’t find this conversation' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'All conversations' })).toHaveAttribute('href', '/inbox/7');
});

test('a conversation that could not load can be loaded again', async () => {
  const api = fakeApi().on('GET', THREAD, anApiError(503, 'error.unavailable'));
  await renderScreen(<Conversation userId={7} threadId={5} />, { api });
  expect(await screen.findByRole('alert')).toBeVisible();
  api.on('GET', THREAD, aConversation());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Ece Yıldız' })).toBeVisible();
});

test('groups messages by day, sender and minute, and puts unsent ones last', () => {
  const at = (number: number, date: string, sender: 'worker' | 'employer' = 'worker') =>
    aMessage(number, { date, sender });
  const days = groupLines(
    [
      at(1, '2026-11-19T20:59:00.000Z'),
      at(2, '2026-11-19T21:01:00.000Z'),
      at(3, '2026-11-19T21:01:50.000Z'),
      at(4, '2026-11-19T21:01:55.000Z', 'employer'),
    ],
    [{ ...anEntry('a'), sending: { status: 'waiting' } }],
    'Europe/Istanbul',
  );
  expect(days.map(({ day, groups }) => [day, groups.map(({ lines }) => lines.map(({ key }) => key))])).toEqual([
    ['2026-11-19', [['m1']]],
    ['2026-11-20', [['m2', 'm3'], ['m4'], ['a']]],
  ]);
});

describe('the draft', () => {
  const typing = async () => {
    const world = await show();
    const drafts = () => world.store.getState().outbox.drafts;
    const draftsTyped = () =>
      world.recorder.snapshot().entries.filter(({ action }) => action.type === outboxActions.draftTyped.type).length;
    await world.person.type(world.input(), 'x'.repeat(40));
    return { ...world, drafts, draftsTyped };
  };

  test('is stored once after forty keys, when the user pauses', async () => {
    const { drafts, draftsTyped } = await typing();
    await waitFor(() => expect(drafts()).toEqual({ '7/5': 'x'.repeat(40) }));
    expect(draftsTyped()).toBeLessThanOrEqual(2);
  });

  test.each([
    ['the page is closed', () => void window.dispatchEvent(new Event('pagehide'))],
    ['the field loses the focus', () => (document.activeElement as HTMLElement).blur()],
  ])('is stored at once when %s', async (_name, leave) => {
    const { drafts, person, input } = await typing();
    await person.type(input(), 'y');
    act(leave);
    expect(drafts()).toEqual({ '7/5': `${'x'.repeat(40)}y` });
  });

  test('is stored when the conversation is left', async () => {
    const { drafts, person, input, unmount } = await typing();
    await person.type(input(), 'y');
    unmount();
    expect(drafts()).toEqual({ '7/5': `${'x'.repeat(40)}y` });
  });

  test('of a user who signed out is not stored', async () => {
    const { drafts, store, unmount } = await typing();
    act(() => {
      store.dispatch(outboxActions.outboxDropped({ ownerId: 7 }));
      store.dispatch(loggedOut());
    });
    unmount();
    expect(drafts()).toEqual({});
  });
});
