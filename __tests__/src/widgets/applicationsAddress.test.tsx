import { act } from '@testing-library/react';
import { emptyFilters } from '../../../src/domains/applications';
import { viewsRequested, type SavedView } from '../../../src/domains/views';
import {
  useApplicationsAddress,
  type ApplicationsAddress,
} from '../../../src/widgets/ApplicationList/useApplicationsAddress';
import { aUser, noAnswer } from '../../support/builders';
import { ok } from '../../support/fakeApi';
import { settle } from '../../support/fakeClock';
import { renderScreen } from '../../support/renderScreen';
import { aView } from '../../support/views';

const open = async (search: string, views?: SavedView[], personalFilters = true) => {
  let address: ApplicationsAddress;
  const Page = () => {
    address = useApplicationsAddress();
    return null;
  };
  const { router, store } = await renderScreen(<Page />, {
    at: `/applications${search}`,
    path: '/applications',
    user: aUser({ personalFilters }),
    answers: { 'GET /search/application/views': () => (views ? ok({ views }) : noAnswer()) },
  });
  if (views)
    await act(async () => {
      store.dispatch(viewsRequested());
      await settle();
    });
  return { now: () => address, router, search: () => router.state.location.search };
};

describe('the address of a list', () => {
  it('keeps both of two changes made before a render', async () => {
    const { now, search } = await open('?page=1&activeTab=all');
    await act(async () => {
      now().goToFilters({ ...emptyFilters, gender: 'male' });
      now().goToPage(3, true);
    });
    expect(search()).toBe('?page=3&activeTab=all&gender=male');
  });

  it('keeps the order of the list, and the branch until a job is chosen', async () => {
    const { now, search } = await open('?page=3&activeTab=all&branchId=12&sort=wrong');
    await act(async () => now().goToSort('deadline'));
    expect(search()).toBe('?page=1&activeTab=all&branchId=12&sort=deadline');
    await act(async () => now().goToTab('shortListed'));
    expect(search()).toBe('?page=1&activeTab=shortListed&branchId=12&sort=deadline');
    await act(async () => now().goToJob(7));
    expect(search()).toBe('?jobId=7&page=1&activeTab=all&sort=deadline');
    await act(async () => now().goToSort('newest'));
    expect(search()).toBe('?jobId=7&page=1&activeTab=all');
  });

  it('keeps the page count of the shown list and ignores that of a list that was left', async () => {
    const { now, search } = await open('?page=1&activeTab=all&gender=male');
    const before = now();
    await act(async () => {
      before.goToFilters({ ...emptyFilters, gender: 'male', military: 3 });
      before.writePage(6);
    });
    expect(search()).toBe('?page=1&activeTab=all&gender=male&military=3');
    await act(async () => now().writePage(2));
    expect(search()).toBe('?page=2&activeTab=all&gender=male&military=3');
  });

  it('keeps the way back of an applicant that was tapped while a page arrived', async () => {
    const { now, router } = await open('?page=1&activeTab=all');
    await act(async () => {
      router.navigate('/jobs/detail/0/7', { state: { list: '/applications?page=1' } });
      now().writePage(2);
    });
    expect(router.state.location).toMatchObject({
      pathname: '/jobs/detail/0/7',
      search: '',
      state: { list: '/applications?page=1' },
    });
  });
});

describe('the address of a view', () => {
  const LISTED = { status: 'in_progress,accepted' };
  const near = aView({ query: { ...LISTED, isShortlisted: true, gender: 'female', distanceMax: 5, sort: 'deadline' } });

  it('names the view alone, and what is laid over it', async () => {
    const { now, search } = await open('?view=12', [near]);
    expect(now()).toMatchObject({
      tab: 'shortListed',
      sort: 'deadline',
      filters: { gender: 'female', distanceMax: 5 },
    });
    await act(async () => now().goToFilters({ ...now().filters, distanceMax: 10, q: 'Ayşe' }));
    expect(search()).toBe('?view=12&page=1&distanceMax=10&q=Ay%C5%9Fe');
    await act(async () => now().goToFilters({ ...now().filters, gender: null }));
    expect(search()).toBe('?view=12&page=1&gender=&distanceMax=10&q=Ay%C5%9Fe');
    await act(async () => now().goToTab('all'));
    await act(async () => now().goToSort('newest'));
    expect(now()).toMatchObject({ tab: 'all', sort: 'newest', filters: { gender: null, distanceMax: 10 } });
    await act(async () => now().goToView(12));
    expect(search()).toBe('?view=12&page=1');
    expect(now().filters).toMatchObject({ gender: 'female', distanceMax: 5, q: '' });
    await act(async () => now().goToView(null));
    expect(search()).toBe('?page=1&activeTab=all');
  });

  it.each([
    'gender=x',
    'gender=FEMALE',
    'activeTab=everything',
    'sort=wrong',
    'distanceMax=-1',
    'distanceMax=5km',
    'page=0',
  ])('is as narrow as the view with an invalid %s', async (wrong) => {
    const { now } = await open(`?view=12&${wrong}`, [near]);
    const { tab, sort, page, filters, stop } = now();
    expect({ tab, sort, page, filters, stop }).toEqual({
      tab: 'shortListed',
      ...{ sort: 'deadline', page: 1, stop: null },
      filters: { ...emptyFilters, gender: 'female', distanceMax: 5 },
    });
  });

  it('keeps the page, and the other job that was chosen', async () => {
    const { now, search } = await open('?view=12&page=3', [aView({ query: { ...LISTED, jobId: 7 } })]);
    expect(now()).toMatchObject({ page: 3, jobId: 7 });
    await act(async () => now().goToJob(null));
    expect([search(), now().jobId]).toEqual(['?view=12&page=1&jobId=', null]);
  });

  it('keeps an age range beyond that of the view', async () => {
    const { now } = await open('?view=12', [aView({ query: { ...LISTED, ageMin: 30, ageMax: 40 } })]);
    await act(async () => now().goToFilters({ ...now().filters, ageMin: 50, ageMax: 60 }));
    expect(now().filters).toMatchObject({ ageMin: 50, ageMax: 60 });
  });

  const gone = aView({ isJobGone: true, query: { ...LISTED, jobId: 7 } });
  it.each<[string, string, SavedView[] | undefined, boolean, string | null]>([
    ['while the views load', '?view=12', undefined, true, 'loading'],
    ['of a view that is gone', '?view=13', [near], true, 'gone'],
    ['with a wrong number', '?view=x', [near], true, 'gone'],
    ['whose job is gone', '?view=12', [gone], true, 'jobGone'],
    ['whose job is gone, with another one', '?view=12&jobId=8', [gone], true, null],
    ['with a filter that the page does not have', '?view=12', [aView({ query: {} })], true, 'unknown'],
    ['with personal filters that are off', '?view=12', [near], false, 'personalOff'],
    ['without personal filters, which are off', '?view=12&gender=', [near], false, null],
    ['of no view', '?gender=male', [near], true, null],
  ])('shows no list %s, which would be wider', async (_name, search, views, personal, stop) => {
    const { now } = await open(search, views, personal);
    expect(now().stop).toBe(stop);
  });
});
