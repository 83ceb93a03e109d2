import { act, screen, waitFor } from '@testing-library/react';
import { InboxPage } from '../../../../src/screens/Inbox/InboxPage';
import { inboxActions } from '../../../../src/domains/chat/inboxSlice';
import type { Thread } from '../../../../contract/schemas/chat';
import { aUser } from '../../../support/builders';
import { aThread } from '../../../support/chat';
import { renderScreen } from '../../../support/renderScreen';

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

test('a row says what happened, when and for which job', async () => {
  const startAt = '2026-11-23 10:00:00';
  await show(() => [
    aRow(1, { appointment: { status: 'ACTIVE', startAt } }),
    aRow(2, { type: 'appointment', sender: 'employer', appointment: { status: 'WAITING', startAt } }),
    aRow(3, { appointment: { status: 'NONE', startAt } }, { application: null }),
    aRow(4, { type: 'text', body: 'Hello' }),
    aRow(5, { type: 'application', body: 'Garson' }),
    aRow(6, { type: 'text', sender: 'system', body: 'Your interview', reminder: 'soon' }),
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
