import { act, fireEvent, screen, within } from '@testing-library/react';
import { conversationActions } from '../../../../src/domains/chat';
import { noticeClosed, noticeRaised } from '../../../../src/domains/notices';
import { GuestNotices, Notices } from '../../../../src/app/shell/Notices';
import { ProfileMenu } from '../../../../src/app/shell/ProfileMenu';
import en from '../../../../i18n/en.json';
import { aUser } from '../../../support/builders';
import { renderScreen } from '../../../support/renderScreen';
import { GuestHead, GuestNoticesContext } from '../../../../src/ui/GuestFrame';

const user = aUser();
const show = () =>
  renderScreen(
    <>
      <ProfileMenu user={user} />
      <Notices />
    </>,
    { path: '/', at: '/', user },
  );
const SAVED = { id: 'profile.edit.saved', kind: 'success' } as const;
const WRITTEN = { id: 'shell.message', values: { name: 'Ayşe' }, kind: 'info', to: '/inbox/7' } as const;
const text = 'Your profile was saved.';
const raise = (store: Awaited<ReturnType<typeof show>>['store'], notice: typeof SAVED | typeof WRITTEN) =>
  act(() => void store.dispatch(noticeRaised(notice)));
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
afterEach(() => jest.useRealTimers());

test('a notice closes itself, but not while it has the pointer or the focus', async () => {
  const { store } = await show();
  jest.useFakeTimers();
  raise(store, SAVED);
  const toast = screen.getByText(text).closest('li')!;
  fireEvent.pointerMove(toast);
  wait(60_000);
  expect(toast).toBeInTheDocument();
  act(() => within(toast).getByRole('button').focus());
  fireEvent.pointerLeave(toast);
  wait(60_000);
  expect(toast).toBeInTheDocument();
  act(() => within(toast).getByRole('button').blur());
  wait(6_000);
  expect(screen.queryByText(text)).not.toBeInTheDocument();
});

test('a notice undoes what it reports, once', async () => {
  const { store, person } = await show();
  const undo = noticeRaised(WRITTEN);
  act(() => void store.dispatch(noticeRaised({ ...SAVED, undo })));
  await person.click(screen.getByRole('button', { name: 'Undo' }));
  expect(store.getState().notices.queue).toMatchObject([WRITTEN]);
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('a notice closes when the user undoes its report elsewhere', async () => {
  const { store } = await show();
  const undo = conversationActions.blockRequested({ threadId: 7, isBlocked: false });
  act(() => void store.dispatch(noticeRaised({ ...SAVED, undo })));
  act(() => void store.dispatch(conversationActions.blockRequested({ threadId: 8, isBlocked: false })));
  expect(screen.getByText(text)).toBeInTheDocument();
  act(() => void store.dispatch(conversationActions.blockRequested({ threadId: 7, isBlocked: false })));
  expect(screen.queryByText(text)).not.toBeInTheDocument();
});

test('a notice that appears under a resting pointer closes itself', async () => {
  const { store } = await show();
  jest.useFakeTimers();
  raise(store, SAVED);
  fireEvent.pointerEnter(screen.getByText(text).closest('li')!);
  wait(6_000);
  expect(screen.queryByText(text)).not.toBeInTheDocument();
});

test.each([
  ['network', 'error.network', en['errors.kinds.network']],
  ['conflict', 'application.ended', en['errors.keys.application.ended']],
  ['unknown', 'error.unknown_error', en['errors.kinds.unknown']],
] as const)('a notice of a failed call says why: %s', async (kind, key, reason) => {
  const { store } = await show();
  const values = { name: 'Ayşe' };
  act(() => {
    store.dispatch(noticeRaised({ id: 'decisions.decline.failed', kind: 'error', values, failure: { kind, key } }));
  });
  expect(screen.getByText(`Ayşe wasn’t declined. ${reason}`)).toBeVisible();
});

test('a lasting notice closes only on request and shows the text of its reason', async () => {
  const { store, person } = await show();
  const notice = { id: 'openPayments.failure', kind: 'error', to: '/packages', stays: true } as const;
  jest.useFakeTimers({ advanceTimers: true });
  act(() => void store.dispatch(noticeRaised({ ...notice, reason: 'insufficient_funds' })));
  wait(600_000);
  const link = screen.getByRole('link', {
    name: `Your payment didn’t go through. ${en['errors.keys.insufficient_funds']}`,
  });
  await person.click(within(link.closest('li')!).getByRole('button'));
  expect(link).not.toBeInTheDocument();
  act(() => void store.dispatch(noticeRaised({ ...notice, reason: 'nobody_knows' })));
  expect(
    screen.getByRole('link', { name: 'Your payment didn’t go through. Try again, or use another card.' }),
  ).toBeVisible();
});

test('a notice about a limit tells when to try again', async () => {
  const { store } = await show();
  const notice = { id: 'errors.limitedFor', kind: 'error', retryAfter: 82_800 } as const;
  act(() => void store.dispatch(noticeRaised(notice)));
  expect(screen.getByText('Too many attempts. Try again in 23 hours.')).toBeVisible();
});

test('a fifth notice replaces the oldest one that does not stay', async () => {
  const { store } = await show();
  const paid = { id: 'openPayments.pending', kind: 'info', to: '/packages', stays: true } as const;
  act(() => void store.dispatch(noticeRaised(paid)));
  for (let count = 0; count < 4; count += 1) raise(store, SAVED);
  expect(store.getState().notices.queue.map(({ id }) => id)).toEqual([paid.id, SAVED.id, SAVED.id, SAVED.id]);
  for (let count = 0; count < 4; count += 1) act(() => void store.dispatch(noticeRaised(paid)));
  expect(store.getState().notices.queue.map(({ id, key }) => [id, key])).toEqual(
    [6, 7, 8, 9].map((key) => [paid.id, key]),
  );
});

test('the account menu lists closed notices with their links', async () => {
  const { store, person, router } = await show();
  raise(store, SAVED);
  raise(store, WRITTEN);
  for (const { key } of [...store.getState().notices.queue]) act(() => void store.dispatch(noticeClosed(key)));
  await person.click(screen.getByRole('button', { name: /^Account menu/ }));
  await person.click(await screen.findByRole('menuitem', { name: 'Recent notices' }));
  await screen.findByRole('dialog', { name: 'Recent notices' });
  await person.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: /^Account menu/ })).toHaveFocus();
  await person.keyboard('{Enter}');
  await person.click(await screen.findByRole('menuitem', { name: 'Recent notices' }));
  const dialog = await screen.findByRole('dialog', { name: 'Recent notices' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Ayşe wrote to you', text]);
  await person.click(within(dialog).getByRole('link', { name: 'Ayşe wrote to you' }));
  expect(router.state.location.pathname).toBe('/inbox/7');
});

test('a notice of a guest page stays in the page, not in a corner, until the user leaves it', async () => {
  const sent = { id: 'forgetPassword.sent', kind: 'success', inPage: true } as const;
  const Guest = ({ title }: { title: string }) => (
    <GuestNoticesContext value={<GuestNotices />}>
      <GuestHead heading={<h1>{title}</h1>} />
      <Notices />
    </GuestNoticesContext>
  );
  const routes = [
    { path: '/login', element: <Guest key="1" title="first" /> },
    { path: '/register', element: <Guest key="2" title="second" /> },
  ];
  const { store, router } = await renderScreen(null, { user: null, routes, at: '/login' });
  jest.useFakeTimers();
  act(() => void store.dispatch(noticeRaised(sent)));
  wait(600_000);
  expect(screen.getAllByText(en['forgetPassword.sent'])).toHaveLength(1);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  jest.useRealTimers();
  await act(async () => router.navigate('/register'));
  expect(screen.queryByText(en['forgetPassword.sent'])).not.toBeInTheDocument();
});
