import { act, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { Outlet, UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router-dom';
import messages from '../../../i18n/en.json';
import { PageHeading } from '../../../src/ui/PageHeading';
import { createRouter, RouterView } from '../../../src/ui/router';

const show = () => {
  const frame = (
    <>
      <div role="menu">
        <button type="button" role="menuitem">
          Sign out
        </button>
      </div>
      <Outlet />
    </>
  );
  const children = [
    { path: '/', element: <PageHeading key="jobs" title="Jobs" /> },
    { path: '/applications', element: <PageHeading key="applications" title="Applications" /> },
  ];
  const router = createRouter([{ element: frame, children }], { history: createMemoryHistory() });
  render(
    <IntlProvider locale="en" messages={messages}>
      <RouterView router={router} />
    </IntlProvider>,
  );
  return router;
};

it('sets the document title and leaves the focus alone on the first page of a visit', () => {
  show();
  expect(document.title).toBe('Jobs · Employer dashboard');
  expect(document.body).toHaveFocus();
});

it('takes the focus after a change of page', async () => {
  const router = show();
  await act(async () => router.navigate('/applications'));
  expect(screen.getByRole('heading', { name: 'Applications' })).toHaveFocus();
});

it('takes the focus after Back to the first page of the visit', async () => {
  const router = show();
  await act(async () => router.navigate('/applications'));
  await act(async () => router.navigate(-1));
  expect(screen.getByRole('heading', { name: 'Jobs' })).toHaveFocus();
});

it('does not take the focus from an open menu', async () => {
  const router = show();
  act(() => screen.getByRole('menuitem').focus());
  await act(async () => router.navigate('/applications'));
  expect(screen.getByRole('menuitem')).toHaveFocus();
});
