import { readFileSync } from 'node:fs';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { endReached } from '../../../../src/domains/applications';
import { JobDetailPage } from '../../../../src/screens/JobDetail/JobDetailPage';
import { NoOneSelected } from '../../../../src/screens/JobDetail/NoOneSelected';
import { ApplicantPage } from '../../../../src/screens/Applicant/ApplicantPage';
import { ApplicationsPage } from '../../../../src/screens/Applications/ApplicationsPage';
import { anApplicationDetail } from '../../../support/applicationDetail';
import { applicationRows, aUser } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

// A desktop-wide window, set before any code queries it.
beforeAll(() => {
  const value = (query: string) => ({
    matches: query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  Object.defineProperty(window, 'matchMedia', { configurable: true, value });
});

const server = () =>
  fakeApi()
    .on('GET', '/search/application/all', ({ query }) => {
      if (query?.limit === 0) return ok([], { total: 10 });
      // A list that continues has four more rows.
      return ok(query?.before === undefined ? applicationRows(1000, 991) : applicationRows(990, 987));
    })
    .on('GET', '/search/job', ok([]))
    .on('GET', '/holidays', ok([]))
    .on('POST', '/form-input-list', ok({ fields: [] }));

const routes = [
  { path: '/applications', element: <ApplicationsPage /> },
  {
    element: <JobDetailPage />,
    children: [
      { path: '/jobs/detail/:jobId', element: <NoOneSelected /> },
      { path: '/jobs/detail/:jobId/:applicationId', element: <p>the applicant</p> },
    ],
  },
];

const listsOf = (api: ReturnType<typeof server>) =>
  api.callsOf('GET', '/search/application/all').filter(({ query }) => query?.limit !== 0);

test('a row beside an applicant is at most 96 px high and matches its style sheet', async () => {
  await renderScreen(null, { api: server(), routes, at: '/jobs/detail/11?page=1&activeTab=all' });
  const [card] = await screen.findAllByRole('article');
  const height = parseInt(card!.parentElement!.style.height, 10);
  expect(height).toBeGreaterThanOrEqual(88);
  expect(height).toBeLessThanOrEqual(96);
  const css = readFileSync('src/widgets/ApplicationList/ApplicationCard.module.css', 'utf8');
  // With a root font size of 16 px both sides of max() are equal.
  const [, usual, perRem, less] = /--row: max\((\d+)px, (\d+)rem - (\d+)px\)/.exec(css)!.map(Number);
  expect([usual, perRem! * 16 - less!]).toEqual([height, height]);
});

test('beside an applicant the job and its branch have a line of their own in a list of all jobs', async () => {
  const hr = aUser({ userType: 'hr_account', grantLevel: 90 });
  await renderScreen(null, { api: server(), routes, at: '/jobs/detail/0?page=1&activeTab=all', user: hr });
  const [card] = await screen.findAllByRole('article');
  const lineOf = (text: string) => within(card!).getByText(text).closest('p')!.parentElement;
  expect(lineOf('Branch')).toBe(lineOf('Job'));
  expect(lineOf('Experience')).not.toBe(lineOf('Job'));
});

test('the list beside an applicant replaces one applicant by another and marks the chosen card', async () => {
  const api = server();
  const { person, where, router } = await renderScreen(null, {
    api,
    routes,
    at: '/jobs/detail/11?page=1&activeTab=all',
  });
  await screen.findByText('No one selected');
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
  expect(listsOf(api)).toHaveLength(1);
  await act(async () => router.navigate(-1));
  await waitFor(() => expect(where()).toBe('/jobs/detail/11?page=1&activeTab=all'));
});

test('a list of new applications stays the same beside an applicant and on the way back, although some were opened', async () => {
  const api = server();
  const at = '/applications?jobId=11&page=1&activeTab=all&isSeen=false';
  const { person, where, router, store } = await renderScreen(null, { api, routes, at });
  const card = (await screen.findAllByRole('article'))[0] as HTMLElement;
  act(() => void store.dispatch(endReached()));
  await waitFor(() => expect(listsOf(api).at(-1)?.query).toHaveProperty('before'));
  await waitFor(() => expect(where()).toContain('page=2'));
  const asked = listsOf(api).length;
  await person.click(within(card).getByRole('link', { name: /^Ayşe Yılmaz/ }));
  expect(where()).toBe('/jobs/detail/11/1000?page=1&activeTab=all&isSeen=false');
  await screen.findByText('the applicant');
  await act(async () => router.navigate(-1));
  expect(await screen.findAllByRole('article')).not.toHaveLength(0);
  expect(listsOf(api)).toHaveLength(asked);
});

describe('keys over the pages of the list', () => {
  const withApplicant = [
    { path: '/applications', element: <ApplicationsPage /> },
    {
      element: <JobDetailPage />,
      children: [{ path: '/jobs/detail/:jobId/:applicationId', element: <ApplicantPage /> }],
    },
  ];
  const open = (at: string) => {
    const api = fakeApi()
      .on('GET', '/search/application/:id', (_call, params) =>
        ok({ application: anApplicationDetail({ id: Number(params.id) }) }),
      )
      .on('GET', '/search/application/views', ok({ views: [] }))
      .on('GET', '/search/application/all', ({ query }) => {
        if (query?.limit === 0) return ok([], { total: query.op ? 0 : 36 });
        const newest = 1000 - (Number(query?.page ?? 1) - 1) * 10;
        return ok(applicationRows(newest, Math.max(965, newest - 9)));
      })
      .on('GET', '/search/job', ok([]))
      .on('GET', '/holidays', ok([]))
      .on('POST', '/form-input-list', ok({ fields: [] }));
    return renderScreen(null, { api, routes: withApplicant, at });
  };

  test.each([
    ['forward over two pages', 1000, 1, 'j'.repeat(20), 980, 3],
    ['to the last applicant and no further', 1000, 1, 'j'.repeat(50), 965, 4],
    ['back over two pages', 965, 4, 'k'.repeat(20), 985, 2],
    ['there and back', 992, 1, 'jjjjkkk', 991, 1],
  ])('%s', async (_name, id, page, keys, lastId, lastPage) => {
    const { where, store } = await open(`/jobs/detail/11/${id}?page=${page}&activeTab=all`);
    await waitFor(() => expect(store.getState().applications.counts.status).toBe('loaded'));
    await screen.findByRole('link', { name: 'Close applicant' });
    // The presses come faster than a page loads.
    act(() => {
      for (const key of keys) fireEvent.keyDown(document.body, { key });
    });
    await waitFor(() => expect(where()).toBe(`/jobs/detail/11/${lastId}?page=${lastPage}&activeTab=all`));
    await waitFor(() => expect(store.getState().applicant.applicationId).toBe(lastId));
    act(() => void fireEvent.keyDown(document.body, { key: 'k' }));
    await waitFor(() => expect(where()).toContain(`/jobs/detail/11/${lastId + 1}?`));
  });

  test.each([
    ['to the row of the last applicant', [], 997],
    ['to the row in its place, if it has left the list', [997], 996],
  ])('Back gives the focus %s', async (_name, removed, focused) => {
    const { api, person, router, where } = await open('/applications?jobId=11&page=1&activeTab=all');
    const card = (await screen.findAllByRole('article'))[2] as HTMLElement;
    await person.click(within(card).getByRole('link', { name: /^Ayşe Yılmaz/ }));
    await screen.findByRole('link', { name: 'Close applicant' });
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(10));
    act(() => void fireEvent.keyDown(document.body, { key: 'j' }));
    await waitFor(() => expect(where()).toContain('/jobs/detail/11/997?'));
    await waitFor(() => expect(screen.getByRole('article', { current: true })).toHaveAttribute('data-index', '3'));
    const left = applicationRows(1000, 991).filter(({ id }) => !removed.some((one) => one === id));
    api.on('GET', '/search/application/all', ({ query }) => (query?.limit === 0 ? ok([], { total: 10 }) : ok(left)));
    await act(async () => router.navigate(-1));
    await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-labelledby', `application-${focused}`));
  });
});

test('an applicant beside the list can be closed', async () => {
  const api = server().on('GET', '/search/application/:id', ok({ application: anApplicationDetail() }));
  const withApplicant = [
    {
      element: <JobDetailPage />,
      children: [
        { path: '/jobs/detail/:jobId', element: <NoOneSelected /> },
        { path: '/jobs/detail/:jobId/:applicationId', element: <ApplicantPage /> },
      ],
    },
  ];
  const at = '/jobs/detail/11/101?page=1&activeTab=all';
  const { person, where } = await renderScreen(null, { api, routes: withApplicant, at });
  await person.click(await screen.findByRole('link', { name: 'Close applicant' }));
  await screen.findByText('No one selected');
  expect(where()).toBe('/jobs/detail/11?page=1&activeTab=all');
});
