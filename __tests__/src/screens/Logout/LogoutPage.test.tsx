import { act, screen, waitFor } from '@testing-library/react';
import { draftKeyOf, outboxActions } from '../../../../src/domains/chat';
import { draftChanged } from '../../../../src/domains/jobs';
import { LogoutPage } from '../../../../src/screens/Logout/LogoutPage';
import type { AppStore } from '../../../../src/store/createStore';
import { renderScreen } from '../../../support/renderScreen';
import { aUser } from '../world';

const aForm = (key: string) => draftChanged({ key, values: { title: 'Yarım' }, savedAt: 1 });

const open = async (event: Parameters<AppStore['dispatch']>[0]) => {
  const shown = await renderScreen(<LogoutPage />, {
    path: '/logout',
    at: '/elsewhere',
    user: aUser(),
    answers: { 'POST /auth/logout': () => ({ payload: null }) },
  });
  act(() => void shown.store.dispatch(event));
  await act(async () => shown.router.navigate('/logout'));
  return shown;
};

describe('signing out with an unsent form', () => {
  it('warns and deletes the form', async () => {
    const shown = await open(aForm('1/new'));
    expect(await screen.findByText('Sign out and lose what you typed?')).toBeInTheDocument();
    expect(shown.store.getState().jobDrafts.byKey['1/new']).toBeDefined();
    await shown.person.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(shown.store.getState().jobDrafts.byKey).toEqual({}));
  });

  it('keeps another user’s form without asking', async () => {
    const shown = await open(aForm('2/new'));
    await waitFor(() => expect(shown.store.getState().session.user).toBeNull());
    expect(Object.keys(shown.store.getState().jobDrafts.byKey)).toEqual(['2/new']);
  });
});

describe('signing out with an unsent message', () => {
  it('warns and deletes the message', async () => {
    const shown = await open(outboxActions.draftTyped({ key: draftKeyOf(1, 7), text: 'Yarın' }));
    expect(await screen.findByText('Sign out and lose what you typed?')).toBeInTheDocument();
    await shown.person.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(shown.store.getState().outbox.drafts).toEqual({}));
  });

  it('keeps another user’s form without asking', async () => {
    const key = draftKeyOf(2, 7);
    const shown = await open(outboxActions.draftTyped({ key, text: 'Yarın' }));
    await waitFor(() => expect(shown.store.getState().session.user).toBeNull());
    expect(Object.keys(shown.store.getState().outbox.drafts)).toEqual([key]);
  });
});
