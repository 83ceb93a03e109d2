import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { applicationsActions, selectApplications } from '../../../../src/domains/applications';
import { type HttpRequest, ApiError } from '../../../../src/lib/http';
import { ApplicationsPage } from '../../../../src/screens/Applications/ApplicationsPage';
import { loadCombobox } from '../../../../src/ui/Combobox';
import { anApiError, appointments, stageCounts } from '../../../support/builders';
import type { Answers } from '../../../support/fakeApi';
import { formatDay } from '../../../../src/lib/dates';
import { setLaterWorkLoader } from '../../../../src/store/withLaterWork';
import { renderScreen } from '../../../support/renderScreen';
import { anApplication, aUser } from '../world';

beforeAll(loadCombobox);

const form = {
  fields: [
    { name: 'military_status', isActive: true, isRequired: false },
    { name: 'english_level', isActive: true, isRequired: false },
  ],
};

const page =
  (rows: object[], total = rows.length) =>
  (request: HttpRequest) =>
    request.query?.limit === 0 ? { payload: [], total } : { payload: rows };

const COUNTS = stageCounts({ new: 4, shortlisted: 2, invited: 1, hired: 2, started: 1, declined: 2, withdrew: 1 });

const show = (at: string, rows: object[] = [anApplication()], answers: Answers = {}, user = aUser()) =>
  renderScreen(<ApplicationsPage />, {
    path: '/applications',
    at,
    user,
    answers: {
      'GET /search/application/all': page(rows),
      'GET /search/job': () => ({
        payload: [
          { id: 7, title: 'Barista' },
          { id: 9, title: 'Aşçı' },
        ],
      }),
      'GET /search/application/stages': () => ({ payload: { stages: COUNTS } }),
      'GET /holidays': () => ({ payload: [] }),
      'POST /form-input-list': () => ({ payload: form }),
      'GET /appointment/me': () => ({ payload: [] }),
      ...answers,
    },
  });

const lists = (calls: HttpRequest[]) =>
  calls.filter(({ path, query }) => path === '/search/application/all' && query?.limit !== 0);
const params = (address: string) => Object.fromEntries(new URL(address, 'http://x').searchParams);
const shortlistAnswers = (change: Parameters<typeof anApplication>[0]): Answers => ({
  'PUT /job/application/1/shortlist': () => ({ payload: { application: anApplication(change) } }),
});
const card = (name: RegExp) => screen.findByRole('article', { name });

test('prints every loaded row, and shows only the visible ones on the screen', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => anApplication({ id: 100 - at }));
  await show('/applications', rows, {}, aUser());
  const shown = (await screen.findAllByRole('article')).length;
  expect(shown).toBeLessThan(60);
  act(() => void fireEvent(window, new Event('beforeprint')));
  expect(screen.getAllByRole('article')).toHaveLength(60);
  act(() => void fireEvent(window, new Event('afterprint')));
  expect(screen.getAllByRole('article')).toHaveLength(shown);
});

test('the rest of the daily work does not load with the list, but with the keys that ? lists', async () => {
  const loadLaterWork = jest.fn(() => Promise.resolve());
  setLaterWorkLoader(loadLaterWork);
  const { person } = await show('/applications');
  await screen.findAllByRole('article');
  expect(loadLaterWork).not.toHaveBeenCalled();
  await person.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Next applicant');
  expect(loadLaterWork).toHaveBeenCalled();
});

describe('application card', () => {
  it('shows the facts that decide whether to open an application', async () => {
    await show('/applications', [
      anApplication({
        isSeen: false,
        shortListedBy: ['Kadıköy', 'Moda', 'Beşiktaş'],
        otherWay: { by: 'page', open: null },
        matchScore: 0.6,
        unreadWorkerMessageCount: 2,
      }),
    ]);
    const shown = within(await card(/Ayşe Yılmaz ?, \d\d/));
    for (const text of [
      'New',
      'Not opened yet',
      'Kadıköy +2',
      'Shortlisted by Kadıköy, Moda, and Beşiktaş',
      'Also on a public page',
      'Mavi Fincan',
      '3 years 2 months',
      'Kadıköy, İstanbul',
      '4.2 km',
      '02/11/2026',
      '60%',
    ]) {
      expect(shown.getByText(text)).toBeInTheDocument();
    }
    expect(shown.queryByText('high')).not.toBeInTheDocument();
    expect(shown.getByRole('img', { name: '2 unread messages' })).toHaveTextContent('2');
  });

  it('names the job only in the list of all jobs', async () => {
    const { router } = await show('/applications?page=1&activeTab=all');
    expect(within(await card(/Ayşe/)).getByText('Barista')).toBeInTheDocument();
    await act(async () => router.navigate('/applications?jobId=7&page=1&activeTab=all'));
    await waitFor(async () => expect(within(await card(/Ayşe/)).queryByText('Barista')).not.toBeInTheDocument());
  });

  it('shows the remaining time only while some is left, the job is open and the application not shortlisted', async () => {
    const now = new Date().toISOString();
    const job = { id: 7, title: 'Barista', status: 'closed' as const, userId: 11, companyName: 'Mavi Fincan' };
    await show('/applications', [
      anApplication({ id: 1, createdAt: now }),
      anApplication({ id: 2, createdAt: now, isShortListed: true }, { firstName: 'Ece' }),
      anApplication({ id: 3, createdAt: '2026-01-02T08:00:00.000Z' }, { firstName: 'Can' }),
      anApplication({ id: 4, createdAt: now, job }, { firstName: 'Oya' }),
    ]);
    expect(await within(await card(/Ayşe/)).findByRole('timer', { name: /^Time left/ })).toHaveTextContent(
      'Answer within',
    );
    expect(within(await card(/Ece/)).queryByRole('timer')).not.toBeInTheDocument();
    expect(within(await card(/Can/)).queryByRole('timer')).not.toBeInTheDocument();
    expect(within(await card(/Oya/)).queryByRole('timer')).not.toBeInTheDocument();
  });

  it('offers the shortlist only while the job is active', async () => {
    const job = { id: 7, title: 'Barista', status: 'closed' as const, userId: 11, companyName: 'Mavi Fincan' };
    await show('/applications', [anApplication({ job })]);
    const shown = within(await card(/Ayşe/));
    expect(shown.queryByRole('button', { name: /shortlist/ })).not.toBeInTheDocument();
    expect(shown.getByRole('button', { name: 'Decline Ayşe Yılmaz' })).toBeInTheDocument();
  });

  it.each([
    ['a draft', { job: { id: 7, title: 'Barista', status: 'draft' as const, userId: 11, companyName: 'Moda' } }],
    ['an accepted offer', { status: 'accepted' as const }],
    ['a withdrawn application', { status: 'rejected' as const }],
  ])('offers no decline for %s', async (_name, change) => {
    await show('/applications', [anApplication(change)]);
    expect(within(await card(/Ayşe/)).queryByRole('button', { name: /^Decline/ })).not.toBeInTheDocument();
  });

  it('declines by button and by key, and moves the focus to the next card', async () => {
    const rows = [1, 2, 3].map((id) => anApplication({ id }, { firstName: `Ece ${id}` }));
    const decision = { at: rows[0]!.createdAt, by: 'Moda', reason: null, note: null, tellAt: null, toldAt: null };
    const decline = (id: number) => () => ({
      payload: { application: anApplication({ id, status: 'rejected', decision }) },
    });
    const { person } = await show('/applications', rows, {
      'PUT /job/application/1/decline': decline(1),
      'PUT /job/application/2/decline': decline(2),
    });
    await person.click(within(await card(/Ece 1/)).getByRole('button', { name: /^Decline/ }));
    await waitFor(() => expect(screen.queryByRole('article', { name: /Ece 1/ })).not.toBeInTheDocument());
    await waitFor(async () => expect(await card(/Ece 2/)).toHaveFocus());
    await person.keyboard('r');
    await waitFor(async () => expect(await card(/Ece 3/)).toHaveFocus());
  });

  it('the second click of a double click decides on nobody', async () => {
    const { calls } = await show('/applications');
    const shown = within(await card(/Ayşe/));
    fireEvent.click(shown.getByRole('button', { name: /^Decline/ }), { detail: 2 });
    fireEvent.click(shown.getByRole('button', { name: /^Add/ }), { detail: 2 });
    await act(async () => {});
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it.each([
    [null, 'Experience not given'],
    [0, 'Inexperienced'],
    [1, '1 month'],
    [12, '1 year'],
    [25, '2 years 1 month'],
  ])('shows %s months of experience as %s', async (experienceMonth, text) => {
    await show('/applications', [anApplication({}, { experienceMonth })]);
    expect(within(await card(/Ayşe/)).getByText(text)).toBeInTheDocument();
  });

  it.each([
    [1, 12, 'Less than 1 year'],
    [12, 36, '1–3 years'],
    [36, null, 'More than 3 years'],
  ])('shows a range from %s to %s months as %s', async (experienceMonth, experienceMax, text) => {
    await show('/applications', [anApplication({}, { experienceMonth, experienceMax })]);
    expect(within(await card(/Ayşe/)).getByText(text)).toBeInTheDocument();
  });
});

describe('shortlist', () => {
  const change = (isShortListed: boolean): Answers => ({
    'PUT /job/application/1/shortlist': () => ({ payload: { application: anApplication({ isShortListed }) } }),
  });

  it('sends at once and changes the star only after the server accepts', async () => {
    let accept = () => {};
    const { person } = await show('/applications', undefined, {
      'PUT /job/application/1/shortlist': () =>
        new Promise((resolve) => {
          accept = () => resolve({ payload: { application: anApplication({ isShortListed: true }) } });
        }),
    });
    await card(/Ayşe/);
    await person.click(screen.getByRole('button', { name: 'Add Ayşe Yılmaz to the shortlist' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: /Add Ayşe/ })).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('button', { name: /Add Ayşe/ })).toHaveAttribute('aria-pressed', 'false');
    await act(async () => accept());
    expect(await screen.findByRole('button', { name: /Remove Ayşe/ })).toHaveAttribute('aria-pressed', 'true');
  });

  it('asks before it removes', async () => {
    const { person, calls } = await show('/applications', [anApplication({ isShortListed: true })], change(false));
    await person.click(within(await card(/Ayşe/)).getByRole('button', { name: /^Remove/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove from the shortlist?' });
    await person.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
    await person.click(within(await card(/Ayşe/)).getByRole('button', { name: /^Remove/ }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('button', { name: /Add Ayşe/ })).toBeInTheDocument();
  });
});

describe('address', () => {
  it('requests the list that the address describes', async () => {
    const { calls } = await show('/applications?jobId=7&page=3&activeTab=all&gender=female&distanceMax=20&military=3');
    await card(/Ayşe/);
    expect(lists(calls).at(-1)?.query).toMatchObject({ jobId: 7, limit: 30, gender: 'female', distanceMax: 20 });
    expect(lists(calls).at(-1)?.query).not.toHaveProperty('military');
  });

  it('resets to the first page and the first tab for another job, and clears the job for all jobs', async () => {
    const { person, where } = await show('/applications?page=2&activeTab=shortListed');
    const picker = screen.getByRole('combobox', { name: 'Job' });
    await person.click(picker);
    await person.click(await screen.findByRole('option', { name: 'Barista' }));
    await waitFor(() => expect(params(where())).toEqual({ jobId: '7', page: '1', activeTab: 'all' }));
    await person.click(screen.getByRole('button', { name: 'More for this list' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit job' })).toHaveAttribute('href', '/jobs/edit/7');
    expect(screen.getByRole('menuitem', { name: 'Close job' })).toHaveAttribute('href', '/jobs/edit/7');
    await person.keyboard('{Escape}');
    await person.click(picker);
    await person.click(await screen.findByRole('option', { name: 'All applications' }));
    await waitFor(() => expect(params(where())).toEqual({ page: '1', activeTab: 'all' }));
    await person.click(screen.getByRole('button', { name: 'More for this list' }));
    await screen.findByRole('menuitem', { name: 'Download Excel' });
    expect(screen.queryByRole('menuitem', { name: 'Edit job' })).not.toBeInTheDocument();
  });

  it('keeps the job and goes to the first page for another tab', async () => {
    const { person, where } = await show('/applications?jobId=7&page=1&activeTab=all');
    await person.click(screen.getByRole('tab', { name: 'Shortlist' }));
    await waitFor(() => expect(params(where())).toEqual({ jobId: '7', page: '1', activeTab: 'shortListed' }));
  });

  it('keeps the number of loaded pages in the address', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => anApplication({ id: 100 - at }));
    const { where } = await show('/applications?page=1&activeTab=all', rows);
    await waitFor(() => expect(params(where())).toEqual({ page: '3', activeTab: 'all' }));
  });

  it('names the last page once no further one comes for a moment, and does not follow the user who leaves', async () => {
    const { where, store, router } = await show('/applications?page=1&activeTab=all');
    await card(/Ayşe/);
    jest.useFakeTimers();
    try {
      let id = 1000;
      const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
      const loadMore = () =>
        act(() => {
          const { query } = selectApplications(store.getState());
          const rows = Array.from({ length: 10 }, () => anApplication({ id: (id -= 1) }));
          store.dispatch(applicationsActions.moreLoaded({ query, rows, next: id }));
        });
      for (let round = 0; round < 3; round += 1) {
        loadMore();
        pass(299);
        expect(params(where()).page).toBe('1');
      }
      pass(1);
      expect(params(where()).page).toBe('4');
      loadMore();
      act(() => router.navigate('/jobs/detail/0/7'));
      pass(1000);
      expect(where()).toBe('/jobs/detail/0/7');
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('stages', () => {
  const choice = (name: string | RegExp) => screen.findByRole('radio', { name });
  const shown = async () => {
    await choice(/^All/);
    return screen.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent);
  };

  it('stand over the list with their numbers, the rejected ones last', async () => {
    await show('/applications');
    await choice('All 10');
    expect(await shown()).toEqual([
      ...[
        'All10',
        'New4',
        'Shortlisted2',
        'Invited1',
        'Approved0',
        'Came0',
        'Offer sent0',
        'Hired3',
        'Declined2',
        'Withdrew1',
      ],
    ]);
    expect(await choice(/^All/)).toBeChecked();
  });

  it('stand there without numbers when they cannot be counted', async () => {
    await show('/applications', undefined, {
      'GET /search/application/stages': () => anApiError(500, 'error.unknown'),
    });
    expect(await shown()).toEqual([
      'All',
      'New',
      'Shortlisted',
      'Invited',
      'Approved',
      'Came',
      'Offer sent',
      'Hired',
      'Declined',
    ]);
  });

  it('are not above the shortlist, which they do not count', async () => {
    await show('/applications?activeTab=shortListed');
    await card(/Ayşe/);
    expect(screen.queryByRole('group', { name: 'Stage' })).toBeNull();
  });

  it('show missed ones only where there are some', async () => {
    const stages = stageCounts({ missed: 1 });
    await show('/applications', undefined, { 'GET /search/application/stages': () => ({ payload: { stages } }) });
    expect(await choice('No-show 1')).not.toBeChecked();
  });

  it('filter the list with the other filters, and Back takes them back', async () => {
    const { person, where, calls, router } = await show('/applications?page=2&activeTab=all&gender=female&sort=score');
    await person.click(await choice(/^Hired/));
    expect(params(where())).toEqual({
      page: '1',
      activeTab: 'all',
      gender: 'female',
      sort: 'score',
      stage: 'hired,started',
    });
    await waitFor(() =>
      expect(lists(calls).at(-1)?.query).toMatchObject({ stage: 'hired,started', gender: 'female', sort: 'score' }),
    );
    expect(await choice(/^Hired/)).toBeChecked();
    await person.click(await choice(/^All/));
    expect(params(where())).not.toHaveProperty('stage');
    await act(async () => router.navigate(-1));
    expect(await choice(/^Hired/)).toBeChecked();
    await act(async () => router.navigate(-1));
    expect(await choice(/^All/)).toBeChecked();
  });

  it('are chosen by the arrow keys', async () => {
    const { person, where } = await show('/applications');
    (await choice(/^All/)).focus();
    await person.keyboard('{ArrowRight}');
    expect(params(where())).toMatchObject({ activeTab: 'all', stage: 'new' });
    await waitFor(async () => expect(await choice(/^New/)).toHaveFocus());
  });

  it('read a link, ignore unknown ones, and lead to the declined list and back', async () => {
    const { person, where, calls } = await show('/applications?page=1&activeTab=all&stage=invited,nobody');
    expect(await choice(/^Invited/)).toBeChecked();
    await waitFor(() => expect(lists(calls).at(-1)?.query).toMatchObject({ stage: 'invited' }));
    expect(screen.getByRole('button', { name: /Invited/ })).toBeInTheDocument();
    await person.click(await choice(/^Declined/));
    expect(params(where())).toEqual({ page: '1', activeTab: 'declined' });
    expect(await choice(/^Declined/)).toBeChecked();
    await person.click(await choice(/^New/));
    expect(params(where())).toEqual({ page: '1', activeTab: 'all', stage: 'new' });
  });

  it('lead to the applications that were withdrawn, with the actions that they allow', async () => {
    const { person, where, calls } = await show('/applications');
    await person.click(await choice(/^Withdrew/));
    expect(params(where())).toEqual({ page: '1', activeTab: 'declined', stage: 'withdrew' });
    expect(await choice(/^Withdrew/)).toBeChecked();
    await waitFor(() => expect(lists(calls).at(-1)?.query).toMatchObject({ decision: 'withdrawn', stage: 'withdrew' }));
    expect(lists(calls).at(-1)?.query).not.toHaveProperty('status');
    expect(screen.getByRole('tab', { name: 'Withdrew' })).toHaveAttribute('aria-selected', 'true');
    const { job, createdAt } = anApplication();
    const list = within(await screen.findByRole('list', { name: 'Withdrew' }));
    expect(list.getByRole('listitem')).toHaveTextContent(
      `${job.title}${job.companyName}Applied ${formatDay(createdAt)}`,
    );
  });

  it('lead from the withdrawn ones to all, not to the declined, when their stage is cleared', async () => {
    const { person, where } = await show('/applications?page=1&activeTab=declined&stage=withdrew');
    await person.click(await screen.findByRole('button', { name: /^Remove Withdrew/ }));
    expect(params(where())).toEqual({ page: '1', activeTab: 'all' });
  });

  it('end with their list: the shortlist and the appointments have all stages', async () => {
    const { person, where } = await show('/applications?page=1&activeTab=all&stage=new');
    await person.click(await screen.findByRole('tab', { name: 'Shortlist' }));
    expect(params(where())).toEqual({ page: '1', activeTab: 'shortListed' });
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  });
});

describe('filters', () => {
  const dialog = async ({ person }: Awaited<ReturnType<typeof show>>) => {
    await person.click(screen.getByRole('button', { name: /^Filter/ }));
    const box = within(await screen.findByRole('dialog', { name: 'Filter applications' }));
    await box.findByRole('radio', { name: 'Male' });
    return box;
  };

  it('searches by name shortly after the last keystroke', async () => {
    const { person, where } = await show('/applications');
    await person.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'ayşe');
    await waitFor(() => expect(params(where()).q).toBe('ayşe'));
  });

  it('asks about military service only for men', async () => {
    const view = await show('/applications');
    const box = await dialog(view);
    expect(box.queryByRole('combobox', { name: 'Military service' })).not.toBeInTheDocument();
    await view.person.click(box.getByRole('radio', { name: 'Male' }));
    await view.person.selectOptions(await box.findByRole('combobox', { name: 'Military service' }), '3');
    await waitFor(() => expect(params(view.where())).toMatchObject({ gender: 'male', military: '3' }));
    await view.person.click(box.getByRole('radio', { name: 'Female' }));
    await waitFor(() => expect(params(view.where())).toEqual({ page: '1', activeTab: 'all', gender: 'female' }));
  });

  it('asks about military service and English only where the country uses them', async () => {
    const fields = form.fields.map((field) => ({ ...field, isActive: false }));
    const view = await show('/applications', undefined, { 'POST /form-input-list': () => ({ payload: { fields } }) });
    const box = await dialog(view);
    await view.person.click(box.getByRole('radio', { name: 'Male' }));
    await waitFor(() => expect(params(view.where())).toMatchObject({ gender: 'male' }));
    expect(box.getByRole('combobox', { name: 'Education' })).toBeInTheDocument();
    expect(box.queryByRole('combobox', { name: 'Military service' })).not.toBeInTheDocument();
    expect(box.queryByRole('combobox', { name: 'English' })).not.toBeInTheDocument();
  });

  it('offers three answers to each of four questions', async () => {
    const view = await show('/applications');
    const box = await dialog(view);
    for (const name of ['Came to the interview', 'Interview went well', 'Offer sent', 'Offer accepted']) {
      expect(within(box.getByRole('radiogroup', { name })).getAllByRole('radio')).toHaveLength(3);
    }
    await view.person.click(
      within(box.getByRole('radiogroup', { name: 'Offer sent' })).getByRole('radio', { name: 'No' }),
    );
    await waitFor(() => expect(params(view.where())).toMatchObject({ offerSent: 'false' }));
  });

  it('filters new applications, shows a chip for it, and sends nothing otherwise', async () => {
    const view = await show('/applications');
    await card(/Ayşe/);
    expect(lists(view.calls).at(-1)?.query).not.toHaveProperty('isSeen');
    const box = await dialog(view);
    await view.person.click(box.getByRole('checkbox', { name: 'Unopened only' }));
    await waitFor(() => expect(params(view.where())).toEqual({ page: '1', activeTab: 'all', isSeen: 'false' }));
    await waitFor(() => expect(lists(view.calls).at(-1)?.query).toMatchObject({ isSeen: false }));
    await view.person.click(box.getByRole('checkbox', { name: 'Unopened only', checked: true }));
    await waitFor(() => expect(params(view.where())).not.toHaveProperty('isSeen'));
  });

  it.each(['Remove Unopened only', 'Clear'])('%s clears the filter of new applications', async (name) => {
    const view = await show('/applications?jobId=7&page=1&activeTab=all&isSeen=false');
    expect(await screen.findByRole('button', { name: 'Filter, 1 filter on' })).toBeInTheDocument();
    await view.person.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(params(view.where())).toEqual({ jobId: '7', page: '1', activeTab: 'all' }));
    await waitFor(() => expect(lists(view.calls).at(-1)?.query).not.toHaveProperty('isSeen'));
  });

  it('leave out age, gender and military service where the organisation switched them off, in addresses as well', async () => {
    const user = { ...aUser(), personalFilters: false };
    const { person, calls } = await show(
      '/applications?gender=male&military=3&ageMin=20&english=2',
      undefined,
      {},
      user,
    );
    await person.click(await screen.findByRole('button', { name: 'Filter, 1 filter on' }));
    const box = within(await screen.findByRole('dialog', { name: 'Filter applications' }));
    expect(await box.findAllByRole('slider')).toHaveLength(1);
    expect(box.queryByRole('radio', { name: 'Male' })).toBeNull();
    for (const { query } of lists(calls)) {
      expect(query).toMatchObject({ english: 2 });
      expect(query).not.toHaveProperty('gender');
      expect(query).not.toHaveProperty('ageMin');
    }
  });

  it('counts a list of needs as filtered, as a job’s number of due ones leads to it', async () => {
    await show('/applications?jobId=7&needState=due', undefined, {
      'GET /search/application/all': ({ query }) =>
        query?.limit === 0 ? { payload: [], total: query.needState ? 3 : 86 } : { payload: [anApplication()] },
    });
    expect(await screen.findByText('3 of 86')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove Due now' })).toBeInTheDocument();
  });

  it('shows true counts, a chip for each filter and one button that clears them', async () => {
    const counts = (request: HttpRequest) =>
      request.query?.limit === 0
        ? { payload: [], total: request.query.gender ? 312 : 8000 }
        : { payload: [anApplication()] };
    const view = await show('/applications?gender=female&ageMin=20&q=ay', undefined, {
      'GET /search/application/all': counts,
    });
    expect(await screen.findByText('312 of 8,000')).toBeInTheDocument();
    await view.person.click(screen.getByRole('button', { name: 'Remove Age 20 to 99' }));
    await waitFor(() => expect(params(view.where())).not.toHaveProperty('ageMin'));
    await view.person.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByRole('searchbox', { name: 'Search by name' })).toHaveValue('');
    await waitFor(() => expect(params(view.where())).toEqual({ page: '1', activeTab: 'all' }));
    expect(await screen.findByText('8,000 applications')).toBeInTheDocument();
    await view.person.click(screen.getByRole('button', { name: /^Filter/ }));
    expect(await within(await screen.findByRole('dialog')).findByText('8,000 applications')).toBeVisible();
  });
});

describe('order and branch', () => {
  const branches = {
    'GET /branch-accounts/active-job-counts': () => ({
      payload: [{ userId: 12, companyName: 'Moda', activeJobCount: 2 }],
    }),
  };

  it('sorts the list and keeps the order in the address', async () => {
    const { person, calls, where } = await show('/applications?gender=female');
    await card(/Ayşe/);
    expect(lists(calls).at(-1)?.query).not.toHaveProperty('sort');
    await person.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Most urgent first');
    await waitFor(() => expect(lists(calls).at(-1)?.query).toMatchObject({ sort: 'deadline', gender: 'female' }));
    expect(params(where())).toMatchObject({ sort: 'deadline', gender: 'female' });
  });

  it('filters by branch for root and HR, and names the branch on the chip', async () => {
    const view = await show('/applications', undefined, branches);
    await view.person.click(screen.getByRole('button', { name: /^Filter/ }));
    await view.person.selectOptions(await screen.findByRole('combobox', { name: 'Branch' }), 'Moda');
    await waitFor(() => expect(lists(view.calls).at(-1)?.query).toMatchObject({ branchId: 12 }));
    expect(params(view.where())).toMatchObject({ branchId: '12' });
    await view.person.keyboard('{Escape}');
    await view.person.click(await screen.findByRole('button', { name: 'Remove Moda' }));
    await waitFor(() => expect(params(view.where())).not.toHaveProperty('branchId'));
  });

  it('offers no branches for the list of one job', async () => {
    const { person } = await show('/applications?jobId=7', undefined, branches);
    await person.click(screen.getByRole('button', { name: /^Filter/ }));
    await screen.findByRole('radio', { name: 'Male' });
    expect(screen.queryByRole('combobox', { name: 'Branch' })).not.toBeInTheDocument();
  });
});

describe('load states', () => {
  it.each([
    ['/applications', 'No applications yet', 'link', 'Post a job'],
    ['/applications?jobId=11', 'No applications yet', 'link', 'Edit job'],
    ['/applications?activeTab=shortListed', 'No one on the shortlist yet', 'button', 'All applications'],
    ['/applications?activeTab=appointment', 'No appointments yet', 'link', 'Go to shortlist'],
    ['/applications?gender=male', 'No applications match your filters', 'button', 'Clear'],
    ['/applications?need=decide', 'No applications match your filters', 'button', 'Clear'],
    ['/applications?q=ali', 'Nobody in this list has this name', 'button', 'Clear'],
    ['/applications?q=ali&gender=male', 'No applications match your filters', 'button', 'Clear'],
  ] as const)('names the missing data at %s and links to the next step', async (at, text, role, step) => {
    await show(at, []);
    expect(await screen.findByRole('heading', { name: text })).toBeInTheDocument();
    expect(screen.getAllByRole(role, { name: step }).length).toBeGreaterThan(0);
  });

  it.each([
    [1, '1'],
    [2, '2'],
    [9, '2'],
  ])('the address names the loaded page of appointments: %d becomes %s', async (given, then) => {
    // An invitation whose time is up is folded away.
    const ahead = appointments(1, 60).map((one) => ({ ...one, appointmentAt: '2099-11-23T08:00:00.000Z' }));
    const view = await show(`/applications?jobId=7&page=${given}&activeTab=appointment`, undefined, {
      'GET /appointment/me': ({ query }) => ({ payload: ahead.slice(0, Number(query?.limit)) }),
    });
    await screen.findAllByRole('listitem');
    await waitFor(() => expect(params(view.where())).toEqual({ jobId: '7', page: then, activeTab: 'appointment' }));
  });

  it('shows how many were rejected', async () => {
    await show('/applications');
    expect(await screen.findByText('3 declined or withdrawn applications aren’t shown.')).toBeInTheDocument();
  });

  it('shows a failure that can be tried again', async () => {
    let fails = true;
    const { person } = await show('/applications', undefined, {
      'GET /search/application/all': (request) => {
        if (fails) throw new ApiError({ status: 503, key: 'error.unavailable', requestId: 'req-9' });
        return page([anApplication()])(request);
      },
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('req-9');
    fails = false;
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await card(/Ayşe/)).toBeInTheDocument();
  });

  it('Back shows the held list without loading it again', async () => {
    const { router, calls } = await show('/applications?page=1&activeTab=all');
    await card(/Ayşe/);
    const asked = lists(calls).length;
    await act(async () => router.navigate('/elsewhere'));
    await act(async () => router.navigate(-1));
    expect(await card(/Ayşe/)).toBeInTheDocument();
    expect(lists(calls)).toHaveLength(asked);
  });

  it('a link reloads the list, and Back uses the held one', async () => {
    const { router, calls, store } = await show('/applications?page=1&activeTab=all');
    await card(/Ayşe/);
    await act(async () => router.navigate('/elsewhere'));
    const asked = lists(calls).length;
    await act(async () => router.navigate('/applications'));
    await waitFor(() => expect(lists(calls).length).toBeGreaterThan(asked));
    await waitFor(() => expect(selectApplications(store.getState()).list.status).toBe('loaded'));
    const again = lists(calls).length;
    await act(async () => router.navigate('/applications'));
    await waitFor(() => expect(lists(calls)).toHaveLength(again + 1));
    await waitFor(() => expect(selectApplications(store.getState()).list.status).toBe('loaded'));
    await act(async () => router.navigate(-1));
    expect(await card(/Ayşe/)).toBeInTheDocument();
    expect(lists(calls)).toHaveLength(again + 1);
  });

  it('Back reloads the list when it holds fewer rows than the address names', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => anApplication({ id: 100 - at }));
    const { router, calls } = await show('/applications?page=3&activeTab=all', [], {
      'GET /search/application/all': ({ query }) => {
        if (query?.before) return new Promise(() => undefined);
        return query?.limit === 0 ? { payload: [], total: 99 } : { payload: rows.slice(0, Number(query?.limit)) };
      },
    });
    const first = () => lists(calls).findLast(({ query }) => !query?.before)?.query?.limit;
    await screen.findAllByRole('article');
    await act(async () => router.navigate('/applications'));
    await waitFor(() => expect(first()).toBe(10));
    await act(async () => router.navigate(-1));
    await waitFor(() => expect(first()).toBe(30));
  });

  it('S toggles the shortlist of the focused card', async () => {
    const { person } = await show('/applications', undefined, shortlistAnswers({ isShortListed: true }));
    await card(/Ayşe/);
    await person.keyboard('s');
    expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
    await person.keyboard('js');
    expect(await screen.findByRole('button', { name: /^Remove Ayşe/ })).toBeInTheDocument();
    await person.keyboard('s');
    expect(await screen.findByRole('dialog', { name: 'Remove from the shortlist?' })).toBeInTheDocument();
    await person.keyboard('{Escape}');
    await waitFor(async () => expect(await card(/Ayşe/)).toHaveFocus());
  });

  it('moves the focus to the next card when one leaves the shortlist', async () => {
    const rows = [
      anApplication({ id: 1, isShortListed: true }),
      anApplication({ id: 2, isShortListed: true }, { firstName: 'Ece' }),
    ];
    const { person } = await show(
      '/applications?activeTab=shortListed',
      rows,
      shortlistAnswers({ isShortListed: false }),
    );
    await card(/Ayşe/);
    await person.keyboard('js');
    await person.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(async () => expect(await card(/Ece/)).toHaveFocus());
    expect(screen.queryByRole('article', { name: /Ayşe/ })).not.toBeInTheDocument();
  });

  it('J and K move from card to card', async () => {
    const { person } = await show('/applications', [
      anApplication({ id: 2 }),
      anApplication({ id: 1 }, { firstName: 'Ece' }),
    ]);
    await card(/Ayşe/);
    await person.keyboard('j');
    expect(await card(/Ayşe/)).toHaveFocus();
    await person.keyboard('j');
    expect(await card(/Ece/)).toHaveFocus();
    await person.keyboard('k');
    expect(await card(/Ayşe/)).toHaveFocus();
  });
});
