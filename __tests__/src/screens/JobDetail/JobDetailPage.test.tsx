import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { RouteObject } from 'react-router-dom';
import { JobDetailPage } from '../../../../src/screens/JobDetail/JobDetailPage';
import { NoOneSelected } from '../../../../src/screens/JobDetail/NoOneSelected';
import type { HttpRequest } from '../../../../src/lib/http';
import { loadCombobox } from '../../../../src/ui/Combobox';
import { anApiError, anApplication, applicationRows, noAnswer, stageCounts } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

beforeAll(loadCombobox);

const LIST = '/search/application/all';

const listOf =
  (total = 72) =>
  ({ query }: HttpRequest) => {
    if (query?.limit === 0) return ok([], { total });
    const newest = 1000 - (((query?.page as number | undefined) ?? 1) - 1) * 10;
    return ok(total === 0 ? [] : applicationRows(newest, newest - 9));
  };

const server = (total = 72, rejected = 3) =>
  fakeApi()
    .on('GET', LIST, listOf(total))
    .on('GET', '/search/application/stages', ok({ stages: stageCounts({ new: total, withdrew: rejected }) }))
    .on(
      'GET',
      '/search/job',
      ok([
        { id: 11, title: 'Barista' },
        { id: 12, title: 'Garson' },
      ]),
    ) // prettier-ignore
    .on('GET', '/appointment/me', ok([]))
    .on('GET', '/holidays', ok([]))
    .on('POST', '/form-input-list', ok({ fields: [] }));

const ROUTES: RouteObject[] = [
  {
    element: <JobDetailPage />,
    children: [
      { path: '/jobs/detail/:jobId', element: <NoOneSelected /> },
      { path: '/jobs/detail/:jobId/:applicationId/:tab?', element: <p>the applicant</p> },
    ],
  },
  { path: '*', element: <p>elsewhere</p> },
];

const show = (api = server(), at = '/jobs/detail/11') => renderScreen(null, { api, routes: ROUTES, at });

const pages = () => within(screen.getByRole('navigation', { name: 'Pages' }));
const lists = (api: ReturnType<typeof server>) => api.callsOf('GET', LIST).filter(({ query }) => query?.limit !== 0);

/** Opens the menu of the list. */
const openTools = async (person: UserEvent) => {
  await person.click(screen.getByRole('button', { name: 'More for this list' }));
  return within(await screen.findByRole('menu'));
};

test('shows one page of the job, its tools, and the rejected count as a warning', async () => {
  const { api, person } = await show(server(), '/jobs/detail/11?page=2&q=ay');
  expect(await screen.findAllByRole('article')).not.toHaveLength(0);
  expect(lists(api).at(-1)?.query).toMatchObject({ jobId: 11, page: 2, limit: 10, q: 'ay' });
  expect(screen.getByText('3 declined or withdrawn applications aren’t shown.')).toBeInTheDocument();
  expect(document.title).toContain('Applications: Barista');
  const menu = await openTools(person);
  expect(menu.getByRole('menuitem', { name: 'Edit job' })).toHaveAttribute('href', '/jobs/edit/11');
  await person.click(menu.getByRole('menuitem', { name: 'Download Excel' }));
  await screen.findByRole('dialog', { name: 'Download Excel' });
  const counted = expect.objectContaining({ jobId: 11, q: 'ay', limit: 0 });
  await waitFor(() => expect(api.calls).toContainEqual(expect.objectContaining({ query: counted })));
});

test.each([
  ['an active job', 'active', true],
  ['a draft', 'draft', false],
  ['a closed job', 'closed', false],
  ['a job that the picker does not list', undefined, false],
])('offers to close %s without applications: %s', async (_name, status, isOffered) => {
  const jobs = status === undefined ? [] : [{ id: 11, title: 'Barista', status }];
  const { person } = await show(server(0, 0).on('GET', '/search/job', ok(jobs)));
  await screen.findByRole('heading', { name: 'No applications yet' });
  const menu = await openTools(person);
  expect(menu.queryAllByRole('menuitem', { name: 'Close job' })).toHaveLength(isOffered ? 1 : 0);
});

test('does not offer to close a job before its status is known', async () => {
  const loading = () => new Promise<never>(() => undefined);
  const { person } = await show(server().on('GET', '/search/job', loading).on('GET', LIST, loading));
  const menu = await openTools(person);
  expect(menu.getByRole('menuitem', { name: 'Edit job' })).toBeInTheDocument();
  expect(menu.queryByRole('menuitem', { name: 'Close job' })).not.toBeInTheDocument();
});

test('shows one alert with a code and a retry when the form definition is missing', async () => {
  const api = server().on('POST', '/form-input-list', anApiError(500));
  const { person } = await show(api);
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('An error occurred! Please, try again later. Error code: 1014');
  const asked = () => api.callsOf('POST', '/form-input-list').length;
  const before = asked();
  await person.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(asked()).toBe(before + 1));
  await person.click(within(await screen.findByRole('dialog')).getAllByRole('button', { name: 'Close' })[0]!);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await person.click(screen.getByRole('tab', { name: 'Shortlist' }));
  await waitFor(() => expect(asked()).toBe(before + 2));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('without a network the form definition waits silently until it is back', async () => {
  const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const api = server().on('POST', '/form-input-list', noAnswer());
  const { store } = await show(api);
  await waitFor(() => expect(store.getState().reference.workerForm.status).toBe('failed'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  api.on('POST', '/form-input-list', ok({ fields: [] }));
  isOnline.mockRestore();
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(store.getState().reference.workerForm.status).toBe('loaded'));
});

test('shows the same alert beside an applicant, once for all pages', async () => {
  const { person, store, router } = await show(
    server().on('POST', '/form-input-list', anApiError(500)),
    '/jobs/detail/11/1000',
  );
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('1014');
  await person.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!);
  await act(async () => router.navigate('/elsewhere'));
  await act(async () => router.navigate('/jobs/detail/11/999'));
  await waitFor(() => expect(store.getState().reference.workerForm.status).toBe('failed'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('job id 0 lists all jobs without editing one and keeps the applicant under it', async () => {
  const { api, person, where } = await show(server(), '/jobs/detail/0');
  const card = (await screen.findAllByRole('article'))[0] as HTMLElement;
  expect(lists(api).at(-1)?.query?.jobId).toBeNull();
  const menu = await openTools(person);
  expect(menu.getByRole('menuitem', { name: 'Download Excel' })).toBeVisible();
  expect(menu.queryByRole('menuitem', { name: 'Edit job' })).not.toBeInTheDocument();
  await person.keyboard('{Escape}');
  await person.click(within(card).getByRole('link', { name: /^Ayşe Yılmaz/ }));
  expect(where()).toBe('/jobs/detail/0/1000?page=1&activeTab=all');
  expect(screen.getByText('the applicant')).toBeInTheDocument();
});

test('the shortcut of a card opens the appointment', async () => {
  const { person, where } = await show();
  const card = (await screen.findAllByRole('article'))[1] as HTMLElement;
  await person.click(within(card).getByRole('link', { name: 'Appointment with Ayşe Yılmaz' }));
  expect(where()).toBe('/jobs/detail/11/999/appointment?page=1&activeTab=all');
});

test('choosing another job changes the address', async () => {
  const { person, where } = await show();
  await person.click(screen.getByRole('combobox', { name: 'Job' }));
  await person.click(await screen.findByRole('option', { name: 'Garson' }));
  expect(where()).toBe('/jobs/detail/12');
});

test('shows five page numbers and keeps the page in the address', async () => {
  const { person, where, api } = await show();
  await screen.findByText('Page 1 of 8');
  const numbers = () => pages().getAllByRole('button', { name: /^Page/ }).map((one) => one.textContent); // prettier-ignore
  expect(numbers()).toEqual(['1', '2', '3', '4', '5']);
  await person.click(pages().getByRole('button', { name: 'Page 5' }));
  expect(where()).toBe('/jobs/detail/11?page=5&activeTab=all');
  await screen.findByText('Page 5 of 8');
  expect(numbers()).toEqual(['3', '4', '5', '6', '7']);
  expect(pages().getByRole('button', { name: 'Page 5' })).toHaveAttribute('aria-current', 'page');
  await person.click(pages().getByRole('button', { name: 'Next page' }));
  // The next page starts after the last row, whatever left the list meanwhile.
  await waitFor(() => expect(lists(api).at(-1)?.query).toMatchObject({ before: 951 }));
});

test('redirects an address beyond the last page to the last page', async () => {
  const { where } = await show(server(), '/jobs/detail/11?page=99');
  await waitFor(() => expect(where()).toBe('/jobs/detail/11?page=8&activeTab=all'));
});

test('a list of new applications has no pages, because opening them would shift the next page', async () => {
  const { api } = await show(server(), '/jobs/detail/11?page=2&isSeen=false');
  expect(await screen.findAllByRole('article')).not.toHaveLength(0);
  expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
  const queries = lists(api).map(({ query }) => query);
  expect(queries[0]).toMatchObject({ jobId: 11, limit: 20, isSeen: false });
  for (const query of queries) expect(query).not.toHaveProperty('page');
});

test('? lists the keys', async () => {
  const { person } = await show();
  await screen.findAllByRole('article');
  await person.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Next applicant');
});

test('shows an empty job', async () => {
  await show(server(0, 0));
  expect(await screen.findByRole('heading', { name: 'No applications yet' })).toBeInTheDocument();
  expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
});

test.each([
  [404, 'error.not_found', '/jobs'],
  [500, 'error.unknown_error', '/error'],
])('a list that fails with %d redirects', async (status, key, to) => {
  const { where } = await show(server().on('GET', LIST, anApiError(status, key)));
  await waitFor(() => expect(where()).toBe(to));
});

test('going back from the error page tries again', async () => {
  const { api, router, where } = await show(server().on('GET', LIST, anApiError(500, 'error.unknown_error')));
  expect(await screen.findByText('elsewhere')).toBeVisible();
  api.on('GET', LIST, listOf());
  await act(async () => router.navigate(-1));
  expect(await screen.findAllByRole('article')).not.toHaveLength(0);
  expect(where()).toMatch(/^\/jobs\/detail\/11/);
});

test('a change in the list updates the row', async () => {
  const { person, api } = await show();
  api.on(
    'PUT',
    '/job/application/:id/shortlist',
    ok({ application: anApplication({ id: 1000, isShortListed: true }) }),
  );
  const card = (await screen.findAllByRole('article'))[0] as HTMLElement;
  await person.click(within(card).getByRole('button', { name: /^Add/ }));
  expect(await within(card).findByRole('button', { name: /^Remove/ })).toHaveAttribute('aria-pressed', 'true');
});

test.each([
  ['/jobs/detail/abc', '/jobs'],
  ['/jobs/detail/-1', '/jobs'],
  ['/jobs/detail/11/abc', '/jobs/detail/11'],
])('the invalid address %s redirects to %s', async (at, to) => {
  const { where } = await show(server(), at);
  await waitFor(() => expect(where().split('?')[0]).toBe(to));
});
