import { screen, waitFor, within } from '@testing-library/react';
import { ApplicantPage } from '../../../../src/screens/Applicant/ApplicantPage';
import { JobDetailPage } from '../../../../src/screens/JobDetail/JobDetailPage';
import { anApplicant } from '../../../support/applicantBuilder';
import { anApplication, anAppointment } from '../../../support/builders';
import { declinedIds, withDecisions } from '../../../support/decisions';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

jest.mock('../../../../src/widgets/exports/CvActions', () => ({ CvActions: () => <p>the CV</p> }));

// A phone, set before any code queries it.
beforeAll(() => {
  const value = (query: string) => ({
    matches: query === '(max-width: 767px)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  Object.defineProperty(window, 'matchMedia', { configurable: true, value });
});

const row = (id: number) => anApplication({ id, isSeen: true, user: { firstName: `Person ${id}` } });

const server = () =>
  withDecisions(fakeApi(), row)
    .on('GET', '/search/application/:id', (_call, { id }) =>
      ok({ application: anApplicant({ id: Number(id), user: { firstName: `Person ${id}` } }) }),
    )
    .on('GET', '/search/application/all', ({ query }) =>
      query?.limit === 0 ? ok([], { total: query.op ? 0 : 3 }) : ok([103, 102, 101].map(row)),
    )
    .on('PUT', '/job/application/:id/shortlist', (_call, { id }) =>
      ok({ application: { ...row(Number(id)), isShortListed: true } }),
    )
    .on('GET', '/search/application/:id/history', ok([]))
    .on('GET', '/holidays', ok([]))
    .on('POST', '/form-input-list', ok({ fields: [] }));

const heading = (id: number) => screen.findByRole('heading', { level: 1, name: `Person ${id} Yılmaz` });
/** The last button of the name: the header, which a phone hides by its style sheet, has the first. */
const press = (name: string) => screen.getAllByRole('button', { name }).at(-1)!;

test('the bar at the thumb declines, shortlists and goes on in one tap each', async () => {
  const api = server();
  const routes = [
    {
      element: <JobDetailPage />,
      children: [{ path: '/jobs/detail/:jobId/:applicationId', element: <ApplicantPage /> }],
    },
  ];
  const { person } = await renderScreen(null, { api, routes, at: '/jobs/detail/11/103?page=1&activeTab=all' });
  await heading(103);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toBeEnabled());
  await person.click(press('Decline'));
  await heading(102);
  expect(declinedIds(api)).toEqual([103]);
  await person.click(press('Shortlist'));
  await heading(101);
  const bar = await screen.findByRole('region', { name: 'Last decision' });
  expect(bar).toHaveTextContent('Shortlisted: Person 102 Y.');
  await person.click(within(bar).getByRole('button', { name: /Undo/ }));
  await heading(102);
});

test.each([
  ['profile', true],
  ['appointment', false],
  ['messages', false],
])('a phone declines from the menu where the bar does not: tab %s, shortlisted: %s', async (tab, isShortListed) => {
  const api = server().on('GET', '/search/application/:id', (_call, { id }) =>
    ok({ application: anApplicant({ id: Number(id), isShortListed, user: { firstName: `Person ${id}` } }) }),
  );
  const routes = [
    {
      element: <JobDetailPage />,
      children: [{ path: '/jobs/detail/:jobId/:applicationId/:tab?', element: <ApplicantPage /> }],
    },
  ];
  const { person } = await renderScreen(null, {
    api,
    routes,
    at: `/jobs/detail/11/103/${tab === 'profile' ? '' : tab}`,
  });
  await heading(103);
  await person.click(await screen.findByRole('button', { name: /^More about Person 103/ }));
  await person.click(await screen.findByRole('menuitem', { name: 'Decline' }));
  await waitFor(() => expect(declinedIds(api)).toEqual([103]));
});

test('an erased person has no bar', async () => {
  const api = server().on('GET', '/search/application/:id', (_call, { id }) =>
    ok({
      application: anApplicant({ id: Number(id), user: { firstName: 'Person 103', phone: null, isErased: true } }),
    }),
  );
  const routes = [{ path: '/jobs/detail/:jobId/:applicationId', element: <ApplicantPage /> }];
  await renderScreen(null, { api, routes, at: '/jobs/detail/11/103' });
  await screen.findByRole('heading', { level: 1, name: 'Deleted person' });
  expect(screen.queryByRole('link', { name: /Call|Message/ })).toBeNull();
});

// Beside the main button of a tab, such as the one that sends a message, the next step is not a second one.
test.each([
  ['messages', 0, 'Record what happened', []],
  ['appointment', 1, 'Reply', []],
  ['feedback', 1, 'Reply', ['Save answers']],
] as const)('the tab %s has one main button at most', async (tab, unreadWorkerMessageCount, step, mains) => {
  const appointment = anAppointment({ status: { name: 'ACTIVE' }, appointmentAt: '2024-01-02T09:00:00.000Z' });
  const api = server().on('GET', '/search/application/:id', (_call, { id }) =>
    ok({ application: anApplicant({ id: Number(id), appointment, unreadWorkerMessageCount }) }),
  );
  const routes = [{ path: '/jobs/detail/:jobId/:applicationId/:tab', element: <ApplicantPage /> }];
  await renderScreen(null, { api, routes, at: `/jobs/detail/11/103/${tab}` });
  await screen.findAllByRole('link', { name: step });
  for (const name of mains) await screen.findByRole('button', { name });
  const shown = [...document.querySelectorAll('.primary:not([aria-label])')];
  expect(shown.map((button) => button.textContent)).toEqual(mains);
});

test('before a decision, to shortlist is the main button of the result tab too', async () => {
  const routes = [{ path: '/jobs/detail/:jobId/:applicationId/:tab', element: <ApplicantPage /> }];
  const { person } = await renderScreen(null, { api: server(), routes, at: '/jobs/detail/11/103/feedback' });
  await heading(103);
  expect(press('Shortlist')).toHaveClass('primary');
  await person.click(press('Shortlist'));
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Invite' }).at(-1)).toHaveClass('primary'));
});

test.each([
  ['after an accepted offer leads to the first day, which stands above', true, 'First day'],
  ['after a refused one to the conversation', false, 'Message'],
])('the bar %s', async (_name, isAccepted, name) => {
  const status = { name: isAccepted ? 'OFFER_ACCEPTED' : 'OFFER_REJECTED' } as const;
  const appointment = anAppointment({ status, appointmentAt: '2024-01-02T09:00:00.000Z' });
  const api = server().on('GET', '/search/application/:id', (_call, { id }) =>
    ok({ application: anApplicant({ id: Number(id), appointment, isApplicantAcceptTheOffer: isAccepted }) }),
  );
  const routes = [{ path: '/jobs/detail/:jobId/:applicationId/:tab?', element: <ApplicantPage /> }];
  const { person } = await renderScreen(null, { api, routes, at: '/jobs/detail/11/103/feedback' });
  await waitFor(() => expect(screen.getAllByRole('link', { name }).at(-1)).toHaveClass('next'));
  if (!isAccepted) return;
  await person.click(screen.getAllByRole('link', { name }).at(-1)!);
  expect(await screen.findByRole('tab', { name: 'Profile', selected: true })).toBeVisible();
});
