import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { emptyFilters } from '../../../src/domains/applications';
import {
  useApplicationsAddress,
  type ApplicationsAddress,
} from '../../../src/widgets/ApplicationList/useApplicationsAddress';

const open = (search: string) => {
  let address: ApplicationsAddress;
  const Page = () => {
    address = useApplicationsAddress();
    return null;
  };
  const routes = [
    { path: '/applications', element: <Page /> },
    { path: '*', element: null },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [`/applications${search}`] });
  render(<RouterProvider router={router} />);
  return { now: () => address, router, search: () => router.state.location.search };
};

describe('the address of a list', () => {
  it('keeps both of two changes made before a render', async () => {
    const { now, search } = open('?page=1&activeTab=all');
    await act(async () => {
      now().goToFilters({ ...emptyFilters, gender: 'male' });
      now().goToPage(3, true);
    });
    expect(search()).toBe('?page=3&activeTab=all&gender=male');
  });

  it('keeps the order of the list, and the branch until a job is chosen', async () => {
    const { now, search } = open('?page=3&activeTab=all&branchId=12&sort=wrong');
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
    const { now, search } = open('?page=1&activeTab=all&gender=male');
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
    const { now, router } = open('?page=1&activeTab=all');
    await act(async () => {
      void router.navigate('/jobs/detail/0/7', { state: { list: '/applications?page=1' } });
      now().writePage(2);
    });
    expect(router.state.location).toMatchObject({
      pathname: '/jobs/detail/0/7',
      search: '',
      state: { list: '/applications?page=1' },
    });
  });
});
