import { screen, waitFor } from '@testing-library/react';
import { InboxPage } from '../../../../src/screens/Inbox/InboxPage';
import { aUser } from '../../../support/builders';
import { aThread } from '../../../support/chat';
import { renderPage } from '../../../support/renderPage';

test('announces the number of found conversations to screen readers', async () => {
  const { user } = await renderPage(<InboxPage />, {
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
  await user.type(box, 'ece');
  await waitFor(() => expect(said()).toContain('1 conversation'));
  await user.clear(box);
  await user.type(box, 'x');
  await waitFor(() => expect(said()).toContain('No conversations'));
});
