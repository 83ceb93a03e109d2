import { act, screen, waitFor, within } from '@testing-library/react';
import { JobDetailPage } from '../../../../src/screens/JobDetail/JobDetailPage';
import { NobodyChosen } from '../../../../src/screens/JobDetail/NobodyChosen';
import { applicationRows } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

// A window as wide as a desk's, before anything asks for it.
beforeAll(() => {
  const value = (query: string) => ({
    matches: query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  Object.defineProperty(window, 'matchMedia', { configurable: true, value });
});

test('beside a list one applicant takes the place of another, and the chosen card says so', async () => {
  const api = fakeApi()
    .on('GET', '/search/application/all', ({ query }) =>
      query?.limit === 0 ? ok([], { total: 10 }) : ok(applicationRows(1000, 991)),
    )
    .on('GET', '/search/job', ok([]))
    .on('GET', '/holidays', ok([]))
    .on('POST', '/form-input-list', ok({ fields: [] }));
  const routes = [
    {
      element: <JobDetailPage />,
      children: [
        { path: '/jobs/detail/:jobId', element: <NobodyChosen /> },
        { path: '/jobs/detail/:jobId/:applicationId', element: <p>the applicant</p> },
      ],
    },
  ];
  const { person, where, router } = await renderScreen(null, {
    api,
    routes,
    at: '/jobs/detail/11?page=1&activeTab=all',
  });
  await screen.findByText('Nobody is chosen');
  const press = async (at: number) => {
    const card = (await screen.findAllByRole('article'))[at] as HTMLElement;
    await person.click(within(card).getByRole('link', { name: /^Ayşe Yılmaz/ }));
  };
  await press(0);
  await screen.findByText('the applicant');
  await press(1);
  expect(where()).toBe('/jobs/detail/11/999?page=1&activeTab=all');
  const chosen = () => screen.getAllByRole('article').filter((card) => card.getAttribute('aria-current') === 'true');
  await waitFor(() => expect(chosen().map((card) => card.dataset.index)).toEqual(['1']));
  const lists = api.callsOf('GET', '/search/application/all').filter(({ query }) => query?.limit !== 0);
  expect(lists).toHaveLength(1);
  await act(() => router.navigate(-1));
  await waitFor(() => expect(where()).toBe('/jobs/detail/11?page=1&activeTab=all'));
});
