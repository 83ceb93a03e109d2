import { act, screen, waitFor } from '@testing-library/react';
import { goingOnSwitched } from '../../../../src/domains/preferences';
import type { NeedRow } from '../../../../src/domains/today';
import { ApplicantPage } from '../../../../src/screens/Applicant/ApplicantPage';
import { TodayPage } from '../../../../src/screens/Today/TodayPage';
import { anApplicant } from '../../../support/applicantBuilder';
import { anApplication, aUser } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { NOW } from '../../../support/fakeClock';
import { aNeed, needCounts } from '../../../support/needs';
import { renderScreen } from '../../../support/renderScreen';

jest.mock('../../../../src/widgets/Conversation/Conversation', () => ({ Conversation: () => <p>the conversation</p> }));
jest.mock('../../../../src/widgets/exports/CvActions', () => ({ CvActions: () => <p>the CV</p> }));

const LIST = '/search/application/all';
const DECLINE = '/job/application/:id/decline';
const SHORTLIST = '/job/application/:id/shortlist';
const SETTLE = '/job/application/:id/settle';

let looked = 0;
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
  jest.spyOn(performance, 'now').mockImplementation(() => looked);
  declined.length = 0;
  Element.prototype.scrollIntoView = jest.fn();
});
afterEach(() => jest.restoreAllMocks());

const named = (id: number) => ({ user: { id: 500 + id, firstName: `P${id}`, lastName: 'Y.' } });
const answer = (id: number) => aNeed(id, 'answer', { minutes: id, number: 3, ...named(id) });
const decide = (id: number) => aNeed(id, 'decide', { minutes: 60 + id, ...named(id) });

/** Today shows 1, 2 (Answer), 3, 4, 5 (Decide) and 6 (Invite); the list of all applications begins with 99. */
const ROWS = [answer(1), answer(2), decide(3), decide(4), decide(5), aNeed(6, 'invite', { minutes: 500, ...named(6) })];

const declined: number[] = [];
const server = (rows: NeedRow[] = ROWS) =>
  fakeApi()
    .on('GET', '/search/application/:id', (_call, { id }) =>
      ok({ application: anApplicant({ id: Number(id), ...named(Number(id)) }) }),
    )
    .on('GET', '/search/application/:id/history', ok([]))
    .on('GET', '/search/application/views', ok({ views: [] }))
    .on('GET', '/search/application/needs', ok(needCounts()))
    .on('GET', LIST, ({ query }) =>
      (query as { sort?: string }).sort === 'need'
        ? ok(
            rows.filter(({ id }) => !declined.includes(id)),
            { next: null },
          )
        : ok([anApplication({ id: 99 })]),
    )
    .on('PUT', DECLINE, (_call, { id }) => {
      declined.push(Number(id));
      return ok({ application: { ...anApplication({ id: Number(id), status: 'rejected' }), need: null } });
    })
    .on('PUT', SHORTLIST, (_call, { id }) =>
      ok({ application: aNeed(Number(id), 'invite', { minutes: 400, isShortListed: true, ...named(Number(id)) }) }),
    )
    .on('PUT', SETTLE, (_call, { id }) => ok({ application: { ...anApplication({ id: Number(id) }), need: null } }))
    .on('GET', '/messages/inbox', ok({ threads: [], unread: 0 }))
    .on('GET', '/appointment/me', ok([]))
    .on('GET', '/holidays', ok([]))
    .on('POST', '/form-input-list', ok({ fields: [] }));

const routes = [
  { path: '/today', element: <TodayPage /> },
  { path: '/jobs/detail/:jobId/:applicationId/:tab?', element: <ApplicantPage /> },
];

const user = aUser({ userType: 'branch', id: 7 });

/** Waits for the applicant and lets a second pass, because a key right after a change does nothing. */
const applicant = async (id: number) => {
  const found = await screen.findByRole('heading', { level: 1, name: `P${id} Y.` });
  looked += 1000;
  return found;
};
const link = (id: number) => screen.findByRole('link', { name: new RegExp(`^P${id} Y\\.`) });

const opened = async (id: number, api = server()) => {
  const view = await renderScreen(null, { api, routes, at: '/today', user });
  await view.person.click(await link(id));
  await applicant(id);
  return { ...view, api };
};

test('J and K move through the rows of Today across its groups, and stop at its ends', async () => {
  const { person, api } = await opened(2);
  await person.keyboard('j');
  await applicant(3);
  await person.keyboard('kk');
  await applicant(1);
  await person.keyboard('k');
  await applicant(1);
  await person.keyboard('jjjjjjj');
  await applicant(6);
  expect(screen.getByRole('button', { name: 'Next applicant' })).toHaveAttribute('aria-disabled');
  expect(api.callsOf('GET', '/search/application/99')).toEqual([]);
});

test('R and S decide and open the next row of Today; E settles', async () => {
  const { person, api } = await opened(3);
  await person.keyboard('r');
  await applicant(4);
  await person.keyboard('s');
  await applicant(5);
  expect(api.callsOf('PUT', '/job/application/3/decline')).toHaveLength(1);
  expect(api.callsOf('PUT', '/job/application/4/shortlist')).toHaveLength(1);
  // 3 is gone, and 4 has moved to another group.
  await person.keyboard('k');
  await applicant(2);
  await person.keyboard('e');
  await applicant(5);
  expect(api.callsOf('PUT', '/job/application/2/settle')[0]?.body).toEqual({ kind: 'answer', number: 3 });
  // This applicant waits for no answer.
  await person.keyboard('e');
  expect(api.callsOf('PUT', SETTLE)).toHaveLength(1);
});

test('after a row that moved to another group, J opens the row that followed it', async () => {
  const { person, store, api } = await opened(3);
  act(() => void store.dispatch(goingOnSwitched(false)));
  await person.keyboard('s');
  await waitFor(() => expect(api.callsOf('PUT', '/job/application/3/shortlist')).toHaveLength(1));
  await waitFor(() => expect(store.getState().today.rows.find(({ id }) => id === 3)?.need.kind).toBe('invite'));
  await person.keyboard('j');
  await applicant(4);
});

test('Back returns to the row, or to the one in its place', async () => {
  const { person, router } = await opened(3);
  await person.keyboard('j');
  await applicant(4);
  await person.click(screen.getByRole('link', { name: /Back/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/today'));
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^P4 Y\. ?, 28$/));
  await person.click(await link(4));
  await applicant(4);
  await person.keyboard('r');
  await applicant(5);
  await person.click(screen.getByRole('link', { name: /Back/ }));
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^P5 Y\. ?, 28$/));
});

test('after a reload the order loads again', async () => {
  const at = { pathname: '/jobs/detail/0/3', search: '?branchId=9', state: { list: '/today?branchId=9', depth: 1 } };
  const { person, store } = await renderScreen(null, { api: server(), routes, at, user });
  await applicant(3);
  await waitFor(() => expect(store.getState().today).toMatchObject({ branchId: 9, list: { status: 'loaded' } }));
  await person.keyboard('j');
  await applicant(4);
});
