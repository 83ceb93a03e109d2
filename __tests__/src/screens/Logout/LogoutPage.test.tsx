import { act, screen, waitFor } from '@testing-library/react';
import { draftChanged } from '../../../../src/domains/jobs';
import { LogoutPage } from '../../../../src/screens/Logout/LogoutPage';
import { renderPage } from '../../../support/renderPage';
import { aUser } from '../world';

const open = async (key: string) => {
  const shown = await renderPage(<LogoutPage />, {
    path: '/logout',
    at: '/elsewhere',
    user: aUser(),
    answers: { 'POST /auth/logout': () => ({ payload: null }) },
  });
  act(() => void shown.store.dispatch(draftChanged({ key, values: { title: 'Yarım' }, savedAt: 1 })));
  await act(() => shown.router.navigate('/logout'));
  return shown;
};

describe('signing out with an unsent form', () => {
  it('is warned of, and takes the form along', async () => {
    const shown = await open('1/new');
    expect(await screen.findByText('Sign out and lose what you typed?')).toBeInTheDocument();
    expect(shown.store.getState().jobDrafts.byKey['1/new']).toBeDefined();
    await shown.user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(shown.store.getState().jobDrafts.byKey).toEqual({}));
  });

  it('of somebody else asks nothing, and leaves it', async () => {
    const shown = await open('2/new');
    await waitFor(() => expect(shown.store.getState().session.user).toBeNull());
    expect(Object.keys(shown.store.getState().jobDrafts.byKey)).toEqual(['2/new']);
  });
});
