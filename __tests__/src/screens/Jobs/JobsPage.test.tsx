import { act, screen, waitFor, within } from '@testing-library/react';
import { JobCards, JobSortSelect } from '../../../../src/screens/Jobs/JobCards';
import { JobTable } from '../../../../src/screens/Jobs/JobTable';
import { keptAnswerServed, serverReturned } from '../../../../src/domains/program';
import { JobsPage } from '../../../../src/screens/Jobs/JobsPage';
import { anApiError } from '../../../support/builders';
import { deferred, type Answers } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';
import { aJob, aUser } from '../world';

const branches = [{ userId: 11, companyName: 'Kahve Durağı Kadıköy Çarşı', activeJobCount: 3 }];

const show = (answers: Answers = {}, at = '/jobs', user = aUser()) =>
  renderScreen(<JobsPage />, {
    path: '/jobs/:branchId?',
    at,
    user,
    answers: {
      'GET /search/job': () => ({ payload: [aJob(), aJob({ id: 8, title: 'Aşçı', status: 'closed' })] }),
      'GET /branch-accounts/active-job-counts': () => ({ payload: branches }),
      ...answers,
    },
  });

const company = (balance: number) => aUser({ userType: 'company', grantLevel: 40, jobCreationBalance: balance });
const none: Answers = { 'GET /search/job': () => ({ payload: [] }) };

describe('job list', () => {
  it('stays left when the branches fail to load after the user left', async () => {
    const counts = deferred<{ payload: unknown }>();
    const view = await show({ 'GET /branch-accounts/active-job-counts': () => counts.promise });
    await screen.findByText('Aşçı');
    await act(async () => view.router.navigate('/elsewhere'));
    await act(async () => counts.reject(anApiError(500)));
    expect(view.where()).toBe('/elsewhere');
  });

  it('opens the error page when the branches fail to load', async () => {
    const view = await show({ 'GET /branch-accounts/active-job-counts': () => anApiError(500) });
    await waitFor(() => expect(view.where()).toBe('/error'));
  });

  it('shows each job with its status, counts and link', async () => {
    await show();
    const row = (await screen.findByRole('link', { name: 'Barista' })).closest('tr')!;
    expect(within(row).getByText('Active')).toBeInTheDocument();
    expect(within(row).getByText('02/11/2026')).toBeInTheDocument();
    expect(within(row).getByText('Kahve Durağı Kadıköy')).toBeInTheDocument();
    expect(within(row).getByRole('link', { name: 'Barista' })).toHaveAttribute(
      'href',
      '/applications?jobId=7&page=1&activeTab=all',
    );
    expect(within(row).getByRole('link', { name: '5 unopened applications' })).toHaveAttribute(
      'href',
      '/applications?jobId=7&page=1&activeTab=all&isSeen=false',
    );
    expect(screen.getByText('Passive', { selector: 'td *' })).toBeInTheDocument();
  });

  it('loads again once the server answers, and keeps its rows meanwhile', async () => {
    let title = 'Barista';
    const { store } = await show({ 'GET /search/job': () => ({ payload: [aJob({ title })] }) });
    await screen.findByRole('link', { name: 'Barista' });
    title = 'Garson';
    act(() => void store.dispatch(keptAnswerServed({ at: 1 })));
    act(() => void store.dispatch(serverReturned()));
    expect(screen.getByRole('link', { name: 'Barista' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Garson' })).toBeInTheDocument();
  });

  it('links the number of due applications to their list, in the table and on a card', async () => {
    const counts = { applications: 9, unreviewed: 0, shortLists: 0, jobViews: 9 };
    const jobs = [aJob({ counts: { ...counts, needs: 4 } }), aJob({ id: 8, title: 'Aşçı', counts })];
    const lists = (
      <>
        <JobTable jobs={jobs} seesBranches sortsBranches sorting={null} onSort={jest.fn()} />
        <JobCards jobs={jobs} seesBranches />
      </>
    );
    await renderScreen(lists, { path: '/jobs', at: '/jobs', user: aUser() });
    expect(screen.getByRole('columnheader', { name: 'Due now' })).toBeInTheDocument();
    const href = '/applications?jobId=7&page=1&activeTab=all&needState=due';
    const links = [
      screen.getByRole('link', { name: '4 applications due now' }),
      screen.getByRole('link', { name: '4 due now' }),
    ];
    for (const link of links) expect(link).toHaveAttribute('href', href);
    expect(screen.getAllByRole('link', { name: /due now/ })).toHaveLength(2);
  });

  it('says how many of the wanted people are hired, in the table and on a card', async () => {
    const jobs = [aJob({ hiresWanted: 3, hired: 2 }), aJob({ id: 8, title: 'Aşçı', hiresWanted: null, hired: 1 })];
    const lists = (
      <>
        <JobTable jobs={jobs} seesBranches sortsBranches sorting={null} onSort={jest.fn()} />
        <JobCards jobs={jobs} seesBranches />
      </>
    );
    await renderScreen(lists, { path: '/jobs', at: '/jobs', user: aUser() });
    expect(screen.getAllByText(/hired$/).map((one) => one.textContent)).toEqual(['2 of 3 hired', '2 of 3 hired']);
  });

  it('keeps the actions of a row in their columns where a job cannot be closed', async () => {
    await show();
    const actionsOf = (title: string) =>
      within(screen.getByRole('link', { name: title }).closest('tr')!)
        .getAllByTitle(/^(Edit|Copy|Close job)$/)
        .map((action) => action.title);
    await screen.findByRole('link', { name: 'Barista' });
    expect(actionsOf('Barista')).toEqual(['Edit', 'Copy', 'Close job']);
    expect(actionsOf('Aşçı')).toEqual(['Edit', 'Copy']);
  });

  it('shows the names of its filters, also while they limit nothing', async () => {
    await show();
    for (const name of ['Branch', 'Status']) {
      expect(screen.getByText(name, { selector: 'label' })).toBeVisible();
      expect(screen.getByRole('combobox', { name })).toHaveDisplayValue('All');
    }
  });

  it('closes an active job through its form', async () => {
    const { router, person } = await show();
    expect(screen.queryByRole('link', { name: 'Close job: Aşçı' })).toBeNull();
    await person.click(await screen.findByRole('link', { name: 'Close job: Barista' }));
    expect([router.state.location.pathname, router.state.location.state]).toEqual(['/jobs/edit/7', { closes: true }]);
  });

  it('links the number of new applications on a card to exactly those', async () => {
    const none = { applications: 3, unreviewed: 0, shortLists: 0, jobViews: 9 };
    const jobs = [aJob(), aJob({ id: 8, title: 'Aşçı', counts: none })];
    await renderScreen(<JobCards jobs={jobs} seesBranches />, { path: '/jobs', at: '/jobs', user: aUser() });
    const links = screen.getAllByRole('link', { name: /unopened$/ });
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['5 unopened', '/applications?jobId=7&page=1&activeTab=all&isSeen=false'],
    ]);
    expect(screen.getByRole('link', { name: 'Barista' })).toHaveAttribute(
      'href',
      '/applications?jobId=7&page=1&activeTab=all',
    );
  });

  it('shows HR the branch of each job, without the dropdown and without sorting by it', async () => {
    await show({}, '/jobs?sort=branchName:asc', aUser({ userType: 'hr_account', grantLevel: 90 }));
    expect(await screen.findAllByText('Kahve Durağı Kadıköy')).toHaveLength(2);
    const header = screen.getByRole('columnheader', { name: 'Branch' });
    expect(within(header).queryByRole('button')).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Branch' })).not.toBeInTheDocument();
  });

  it('filters by status, keeps the filter in the address and says when no job has it', async () => {
    const { person, where, calls } = await show({
      'GET /search/job': ({ query }) => ({ payload: query?.status === 'draft' ? [] : [aJob()] }),
    });
    const filter = screen.getByRole('combobox', { name: 'Status' });
    await person.selectOptions(filter, 'Passive');
    expect(where()).toBe('/jobs?status=closed');
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ status: 'closed' }));
    await person.selectOptions(filter, 'Draft');
    expect(await screen.findByText('No job has this status.')).toBeVisible();
  });

  it('counts all jobs of a list with more pages', async () => {
    const jobs = Array.from({ length: 10 }, (_, at) => aJob({ id: at + 1 }));
    const { calls } = await show({
      'GET /search/job': ({ query }) => (query?.limit === 0 ? { payload: [], total: 312 } : { payload: jobs }),
    });
    expect(await screen.findByText('312 jobs')).toBeVisible();
    expect(calls.filter(({ query }) => query?.limit === 0)).toHaveLength(1);
  });

  it('shows branches only to root and HR', async () => {
    await show({}, '/jobs', aUser({ userType: 'branch', grantLevel: 10 }));
    await screen.findByRole('link', { name: 'Barista' });
    expect(screen.queryByRole('columnheader', { name: 'Branch' })).not.toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Branch' })).not.toBeInTheDocument();
  });

  it('offers the branches with their active jobs and opens the chosen one', async () => {
    const { person, where, calls } = await show();
    const select = screen.getByRole('combobox', { name: 'Branch' });
    await within(select).findByRole('option', { name: 'Kahve Durağı Kadıköy… (3 active)' });
    expect(within(select).getAllByRole('option')[0]).toHaveTextContent('All');
    await person.selectOptions(select, '11');
    expect(where()).toBe('/jobs/11');
    await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ branchId: 11 }));
  });

  it('searches on Enter and by the button, keeps the search in the address and supports Back', async () => {
    const { person, where, router } = await show();
    const box = screen.getByRole('searchbox', { name: 'Search jobs' });
    await person.type(box, 'aşçı');
    expect(where()).toBe('/jobs');
    await person.keyboard('{Enter}');
    expect(new URL(where(), 'http://x').searchParams.get('q')).toBe('aşçı');
    expect(box).toHaveFocus();
    await act(async () => router.navigate(-1));
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''));
  });

  it('announces the number of shown jobs to screen readers', async () => {
    const { person } = await show({
      'GET /search/job': ({ query }) => ({ payload: query?.q === 'x' ? [] : [aJob(), aJob({ id: 8 })] }),
    });
    const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    await waitFor(() => expect(said()).toContain('2 jobs'));
    await person.type(screen.getByRole('searchbox', { name: 'Search jobs' }), 'x{Enter}');
    await waitFor(() => expect(said()).toContain('No jobs'));
  });

  it('sorts a column ascending, descending and not at all', async () => {
    const { person, calls } = await show();
    const header = () => screen.getByRole('columnheader', { name: 'Job' });
    for (const [sort, asked] of [
      ['ascending', 'title:asc'],
      ['descending', 'title:desc'],
      ['none', undefined],
    ] as const) {
      await person.click(await screen.findByRole('button', { name: 'Job' }));
      await waitFor(() => expect(header()).toHaveAttribute('aria-sort', sort));
      await waitFor(() => expect(calls.at(-1)?.query?.sorting ?? undefined).toBe(asked));
    }
  });

  it('names each order of the cards as people say it, and the default once', async () => {
    const onSort = jest.fn();
    const { person } = await renderScreen(
      <JobSortSelect sortsBranches={false} sorting={{ field: 'openedAt', direction: 'desc' }} isIcon onSort={onSort} />,
    );
    const orders = screen.getByRole('combobox', { name: 'Sort by' });
    expect(orders).toHaveDisplayValue('Newest first');
    expect(
      within(orders)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Newest first',
      'Job title, A to Z',
      'Job title, Z to A',
      'Active first',
      'Drafts first',
      'Oldest first',
      'Fewest applications first',
      'Most applications first',
      'Fewest unopened applications first',
      'Most unopened applications first',
      'Fewest shortlisted first',
      'Most shortlisted first',
      'Fewest views first',
      'Most views first',
    ]);
    await person.selectOptions(orders, 'Oldest first');
    expect(onSort).toHaveBeenLastCalledWith({ field: 'openedAt', direction: 'asc' });
    await person.selectOptions(orders, 'Newest first');
    expect(onSort).toHaveBeenLastCalledWith(null);
  });

  it('explains an empty list', async () => {
    await show(none, '/jobs', company(2));
    expect(await screen.findByRole('heading', { name: 'No jobs yet' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Post a job' })).toHaveAttribute('href', '/jobs/create');
  });

  it('redirects a company without jobs and credits to the packages and remembers the address', async () => {
    const { where, router } = await show(none, '/jobs', company(0));
    await screen.findByText('elsewhere');
    expect(where()).toBe('/packages');
    expect(router.state.location.state).toMatchObject({ from: { pathname: '/jobs' } });
  });

  it('does not redirect a company without credits when only its search found nothing', async () => {
    await show(none, '/jobs?q=pilot', company(0));
    expect(await screen.findByRole('heading', { name: 'No jobs match' })).toBeInTheDocument();
  });
});
