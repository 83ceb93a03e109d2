import { readFileSync } from 'node:fs';
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

const api = () =>
  fakeApi()
    .on('GET', '/search/application/all', ({ query }) =>
      query?.limit === 0 ? ok([], { total: 10 }) : ok(applicationRows(1000, 991)),
    )
    .on('GET', '/search/job', ok([]))
    .on('GET', '/holidays', ok([]))
    .on('POST', '/form-input-list', ok({ fields: [] }));
const ROUTES = [
  {
    element: <JobDetailPage />,
    children: [
      { path: '/jobs/detail/:jobId', element: <NobodyChosen /> },
      { path: '/jobs/detail/:jobId/:applicationId', element: <p>the applicant</p> },
    ],
  },
];
const show = () => renderScreen(null, { api: api(), routes: ROUTES, at: '/jobs/detail/11?page=1&activeTab=all' });

test('beside an applicant a row is 96 px high at most, and as high as its style sheet says', async () => {
  await show();
  const [card] = await screen.findAllByRole('article');
  const height = parseInt(card!.parentElement!.style.height, 10);
  expect(height).toBeGreaterThanOrEqual(88);
  expect(height).toBeLessThanOrEqual(96);
  const css = readFileSync('src/widgets/ApplicationList/ApplicationCard.module.css', 'utf8');
  // With the root’s text of 16 px both sides of the larger one are the same.
  const [, usual, perRem, less] = /--row: max\((\d+)px, (\d+)rem - (\d+)px\)/.exec(css)!.map(Number);
  expect([usual, perRem! * 16 - less!]).toEqual([height, height]);
});

test('beside a list one applicant takes the place of another, and the chosen card says so', async () => {
  const { person, where, router, api: asked } = await show();
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
  const lists = asked.callsOf('GET', '/search/application/all').filter(({ query }) => query?.limit !== 0);
  expect(lists).toHaveLength(1);
  await act(() => router.navigate(-1));
  await waitFor(() => expect(where()).toBe('/jobs/detail/11?page=1&activeTab=all'));
});
