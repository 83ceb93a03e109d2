import { act, screen, waitFor, within } from '@testing-library/react';
import { InboxPage } from '../../../../src/screens/Inbox/InboxPage';
import { InboxThread } from '../../../../src/screens/Inbox/InboxThread';
import { inboxActions } from '../../../../src/domains/chat/inboxSlice';
import { branchesActions } from '../../../../src/domains/chat';
import type { Thread } from '../../../../contract/schemas/chat';
import { COARSE, PHONE } from '../../../../src/ui/useMedia';
import { anApiError, aUser } from '../../../support/builders';
import { aConversation, aThread } from '../../../support/chat';
import { renderScreen } from '../../../support/renderScreen';

/** The media queries that match. */
let mockMedia: readonly string[] = [];
jest.mock('../../../../src/ui/useMedia', () => ({
  ...jest.requireActual<object>('../../../../src/ui/useMedia'),
  useMedia: (query: string) => mockMedia.includes(query),
}));
afterEach(() => {
  mockMedia = [];
});

test('announces the number of found conversations to screen readers', async () => {
  const { person } = await renderScreen(<InboxPage />, {
    path: '/inbox',
    at: '/inbox',
    user: aUser({ userType: 'branch', grantLevel: 10 }),
    answers: {
      'GET /messages/inbox': ({ query }) => ({ payload: { threads: query?.q === 'x' ? [] : [aThread()], unread: 0 } }),
    },
  });
  await screen.findByText('Ece Yıldız');
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(said()).not.toContain('1 conversation');
  const box = screen.getByRole('searchbox', { name: 'Search conversations' });
  await person.type(box, 'ece');
  await waitFor(() => expect(said()).toContain('1 conversation'));
  await person.clear(box);
  await person.type(box, 'x');
  await waitFor(() => expect(said()).toContain('No conversations'));
});

test('a conversation of an unknown branch leads to all conversations, and offers no other try', async () => {
  const missing = () => anApiError(404, 'error.not_found');
  await renderScreen(null, {
    routes: [
      { element: <InboxPage />, children: [{ path: '/inbox/:branchId/:threadId', element: <InboxThread /> }] },
      { path: '*', element: null },
    ],
    at: '/inbox/999/5',
    user: aUser({ userType: 'hr_account', grantLevel: 90 }),
    answers: { 'GET /messages/inbox': missing, 'GET /messages/thread/5': missing },
  });
  expect(await screen.findByRole('heading', { name: 'We can’t find this conversation' })).toBeVisible();
  const list = within(screen.getByRole('navigation', { name: 'Conversations' }));
  expect(await list.findByRole('heading', { name: 'We can’t find this inbox' })).toBeVisible();
  expect(list.getByRole('link', { name: 'All conversations' })).toHaveAttribute('href', '/inbox');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

const show = (answer: (query: Record<string, unknown>) => Thread[]) =>
  renderScreen(<InboxPage />, {
    path: '/inbox',
    at: '/inbox',
    user: aUser({ userType: 'branch', grantLevel: 10 }),
    answers: {
      'GET /messages/inbox': ({ query }) => ({ payload: { threads: answer(query ?? {}), unread: 0 } }),
    },
  });

test('an iPhone’s browser is told how to get notifications', async () => {
  const { store } = await show(() => [aThread()]);
  await screen.findByText('Ece Yıldız');
  expect(screen.queryByText(/Add to Home Screen/)).not.toBeInTheDocument();
  act(() => void store.dispatch(inboxActions.pushKnown('install')));
  expect(screen.getByText(/tap Share, then “Add to Home Screen”/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Notify me about new messages' })).not.toBeInTheDocument();
});

const aRow = (id: number, lastMessage: Partial<NonNullable<Thread['lastMessage']>>, given: Partial<Thread> = {}) =>
  aThread({
    id,
    lastMessage: { type: 'appointment_status', sender: 'worker', body: null, appointment: null, ...lastMessage },
    ...given,
  });

test('a row shows the stage of its application, and none before the server sends it', async () => {
  await show(() => [
    aRow(1, { type: 'text', body: 'Hello' }, { stage: { key: 'hired', at: null } }),
    aRow(2, { type: 'text', body: 'Good evening' }),
  ]);
  const row = async (text: string) => (await screen.findByText(text)).closest('a')!.textContent;
  expect(await row('Hello')).toContain('Hired');
  expect(await row('Good evening')).not.toContain('Hired');
});

test('a row of an erased person has neither name nor initials', async () => {
  const { user } = aThread();
  await show(() => [aRow(1, {}), aRow(2, {}, { user: { ...user, firstName: 'Silinmiş', isErased: true } })]);
  expect((await screen.findByText('Ece Yıldız')).closest('a')).toHaveTextContent('EY');
  expect(screen.getByText('Deleted person').closest('a')).not.toHaveTextContent('SY');
});

test('a row says what happened, when and for which job', async () => {
  const startAt = '2026-11-23 10:00:00';
  await show(() => [
    aRow(1, { appointment: { status: 'ACTIVE', startAt } }),
    aRow(2, { type: 'appointment', sender: 'employer', appointment: { status: 'WAITING', startAt } }),
    aRow(3, { appointment: { status: 'NONE', startAt } }, { application: null }),
    aRow(4, { type: 'text', body: 'Hello' }),
    aRow(5, { type: 'application', body: 'Garson' }),
    aRow(6, { type: 'text', sender: 'system', body: 'Your interview', reminder: 'soon' }),
    aRow(7, { sender: 'system', appointment: { status: 'COMPLETED', startAt } }),
  ]);
  await screen.findAllByText('Ece Yıldız');
  const texts = screen.getAllByRole('link').map((link) => link.textContent);
  expect(texts.filter((text) => text.includes('Ece'))).toEqual([
    expect.stringContaining('Approved: Pzt 23/11 10:00 · Barista'),
    expect.stringContaining('Waiting for an answer: Pzt 23/11 10:00 · Barista'),
    expect.stringMatching(/Withdrawn: Pzt 23\/11 10:00(?! ·)/),
    expect.stringMatching(/Barista.*Hello/),
    expect.stringContaining('Application: Garson'),
    expect.stringContaining('Automatic reminder: Your interview'),
    expect.stringContaining('Time passed: Pzt 23/11 10:00 · Barista'),
  ]);
});

test('shows only unread conversations on demand and says when all are read', async () => {
  const { person } = await show((query) => (query.isUnread ? [] : [aThread()]));
  await screen.findByText('Ece Yıldız');
  await person.click(screen.getByRole('radio', { name: 'Unread' }));
  expect(await screen.findByText('Nothing unread')).toBeVisible();
  await person.click(screen.getByRole('radio', { name: 'All' }));
  expect(await screen.findByText('Ece Yıldız')).toBeVisible();
});

describe('HR', () => {
  const branches = [
    { id: 21, companyName: 'Kadıköy', imageUrl: null, nbTotal: 3, nbInbox: 2 },
    { id: 22, companyName: 'Moda', imageUrl: null, nbTotal: 1, nbInbox: 0 },
  ];
  const threads = [
    aRow(
      1,
      { type: 'text', body: 'When?' },
      { userId: 22, companyName: 'Moda', awaitingSince: '2026-11-19T08:00:00.000Z' },
    ),
    aRow(
      2,
      { type: 'text', sender: 'employer', body: 'Come' },
      { userId: 21, companyName: 'Kadıköy', awaitingSince: null },
    ),
  ];
  const routes = ['/inbox', '/inbox/:threadId', '/inbox/:branchId/:threadId'].map((path) => ({
    path,
    element: <InboxPage />,
  }));
  const open = async (at: string) => {
    const shown = await renderScreen(null, {
      routes,
      at,
      user: aUser({ id: 1, userType: 'hr_account', grantLevel: 90 }),
      answers: {
        'GET /messages/inbox': ({ query }) => ({
          payload: query?.user_id ? { threads: [], unread: 0 } : { threads, unread: 2, unanswered: 1, next: null },
        }),
        'GET /messages/thread/:threadId': () => aConversation({ thread: threads[0]! }) as never,
      },
    });
    act(() => void shown.store.dispatch(branchesActions.branchesLoaded(branches)));
    return shown;
  };
  const group = (name: string, level = 2) => screen.getByRole('heading', { level, name });

  test('sees all branches first, the unanswered before the others, each with its branch', async () => {
    await open('/inbox');
    expect(await screen.findByRole('heading', { name: 'All branches' })).toBeVisible();
    await screen.findByText('Moda', { selector: 'span' });
    const rows = within(screen.getByRole('navigation', { name: 'Conversations' })).getAllByRole('link');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/When\?.*Branch Moda$/),
      expect.stringMatching(/You: Come.*Branch Kadıköy$/),
    ]);
    expect(group('1 person is waiting for an answer').compareDocumentPosition(rows[0]!)).toBe(4);
    expect(group('Other conversations').compareDocumentPosition(rows[0]!)).toBe(2);
    expect(rows.map(({ className }) => className.includes('quiet'))).toEqual([false, true]);
  });

  test.each([
    ['its row', '/inbox/22/1?list=all', () => screen.getByRole('link', { name: /When/ })],
    ['the heading, where the list has no such row', '/inbox/22/9?list=all', () => group('All branches', 1)],
  ])('goes back from a conversation to %s', async (_place, at, target) => {
    const { person } = await open(at);
    await screen.findByRole('link', { name: /When/ });
    await person.click(screen.getByRole('link', { name: 'All conversations' }));
    await waitFor(() => expect(target()).toHaveFocus());
  });

  test('a conversation takes the focus of its row on a phone’s touch screen, where it hides the list', async () => {
    mockMedia = [PHONE, COARSE];
    const { person } = await open('/inbox');
    await person.click((await screen.findAllByRole('link', { name: /When/ }))[0]!);
    const back = await screen.findByRole('link', { name: 'All conversations' });
    await waitFor(() => expect(back.parentElement).toHaveFocus());
  });

  test('picks a branch and comes back; an open conversation keeps the list', async () => {
    const { person, where, router } = await open('/inbox');
    const [row] = await screen.findAllByRole('link', { name: /When/ });
    expect(row).toHaveAttribute('href', '/inbox/22/1?list=all');
    await person.click(row!);
    expect(screen.getByRole('heading', { name: 'All branches' })).toBeVisible();
    expect(screen.getByRole('link', { name: /When/ })).toHaveAttribute('aria-current', 'true');
    const select = screen.getByRole('combobox', { name: 'Branch' });
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['All branches', 'Kadıköy (2)', 'Moda']);
    await person.selectOptions(select, 'Kadıköy (2)');
    expect(where()).toBe('/inbox/21');
    expect(screen.getByRole('heading', { name: 'Kadıköy' })).toBeVisible();
    await act(async () => router.navigate(-1));
    expect(where()).toBe('/inbox/22/1?list=all');
    expect(await screen.findByRole('link', { name: /When/ })).toBeVisible();
  });
});
