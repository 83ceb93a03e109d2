import { act, screen } from '@testing-library/react';
import { ErrorPage } from '../../../../src/screens/ErrorPage/ErrorPage';
import { renderScreen } from '../../../support/renderScreen';

describe('the error page', () => {
  it('links to the previous page and home', async () => {
    const shown = await renderScreen(<ErrorPage />, { path: '/error', at: '/branches', user: null });
    await act(async () => shown.router.navigate('/error', { state: { key: 'error.unknown_error', requestId: 'r-1' } }));
    expect(screen.getByText('An error occurred! Please, try again later. Error code: r-1')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
    await shown.person.click(screen.getByRole('button', { name: 'Go back and try again' }));
    expect(shown.where()).toBe('/branches');
  });

  it('says that the server is out of reach, and leads back once it is not', async () => {
    const shown = await renderScreen(<ErrorPage />, { path: '/error', at: '/jobs', user: null });
    const state = { key: 'network.no_answer', requestId: null };
    await act(async () => shown.router.navigate('/error', { state }));
    expect(screen.getByRole('heading', { name: 'No connection' })).toBeInTheDocument();
    expect(screen.getByText(/^We can’t reach the server/)).toBeInTheDocument();
    act(() => void dispatchEvent(new Event('online')));
    expect(shown.where()).toBe('/jobs');
    await act(async () => shown.router.navigate('/error', { state: { ...state, isSave: true } }));
    act(() => void dispatchEvent(new Event('online')));
    expect(shown.where()).toBe('/error');
  });

  it('leads back to the form that was not saved', async () => {
    const shown = await renderScreen(<ErrorPage />, { path: '/error', at: '/jobs/create', user: null });
    await act(async () => shown.router.navigate('/error', { state: { requestId: 'r-1', isSave: true } }));
    expect(screen.getByText('What you typed is still there.')).toBeInTheDocument();
    await shown.person.click(screen.getByRole('button', { name: 'Back to the form' }));
    expect(shown.where()).toBe('/jobs/create');
  });

  it('links only home when there is no previous page', async () => {
    await renderScreen(<ErrorPage />, { path: '/error', at: '/error', user: null });
    expect(screen.queryByRole('button', { name: 'Go back and try again' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to home' })).toBeInTheDocument();
  });
});
