import { act, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import messages from '../../../i18n/en.json';
import { ScreenError } from '../../../src/app/ScreenError';

/** Opens a page that crashes once with this error. */
const show = (name: string, isOnline: boolean) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  let error: Error | null = Object.assign(new Error('Loading chunk 7 failed.'), { name });
  const Page = () => {
    if (error) throw error;
    return <p>the page</p>;
  };
  const router = createMemoryRouter([{ path: '/jobs', element: <Page />, errorElement: <ScreenError /> }], {
    initialEntries: [{ pathname: '/jobs', search: '?page=2', state: { from: 'here' } }],
  });
  render(
    <IntlProvider locale="en" messages={messages}>
      <RouterProvider router={router} />
    </IntlProvider>,
  );
  return {
    router,
    comeOnline: () => {
      error = null;
      act(() => void dispatchEvent(new Event('online')));
    },
  };
};

test('a page that could not load offline says so, and opens by itself once there is a connection', async () => {
  const { router, comeOnline } = show('ChunkLoadError', false);
  expect(screen.getByRole('heading', { name: 'No connection' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  comeOnline();
  expect(await screen.findByText('the page')).toBeVisible();
  expect(router.state.location).toMatchObject({ pathname: '/jobs', search: '?page=2', state: { from: 'here' } });
});

test.each([
  ['ChunkLoadError', true],
  ['TypeError', false],
])('a page that crashed with %s offers to try again', (name, isOnline) => {
  const { comeOnline } = show(name, isOnline);
  expect(screen.getByRole('heading', { name: messages['errorPage.title'] })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  comeOnline();
  expect(screen.queryByText('the page')).not.toBeInTheDocument();
});
