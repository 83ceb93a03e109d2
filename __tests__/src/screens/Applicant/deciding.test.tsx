import { act, screen, waitFor, within } from '@testing-library/react';
import { rowRefreshed } from '../../../../src/domains/applications';
import { goingOnSwitched } from '../../../../src/domains/preferences';
import { ApplicantPage } from '../../../../src/screens/Applicant/ApplicantPage';
import { ApplicationsPage } from '../../../../src/screens/Applications/ApplicationsPage';
import { JobDetailPage } from '../../../../src/screens/JobDetail/JobDetailPage';
import { anApplicant } from '../../../support/applicantBuilder';
import { anApiError, anApplication, stageCounts, noAnswer } from '../../../support/builders';
import { aDecision, declinedIds, declinedRow, withDecisions } from '../../../support/decisions';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import type { Decision } from '../../../../contract/schemas/decisions';
import { ApiError } from '../../../../src/lib/http';
import { renderScreen } from '../../../support/renderScreen';

jest.mock('../../../../src/widgets/Conversation/Conversation', () => ({ Conversation: () => <p>the conversation</p> }));
jest.mock('../../../../src/widgets/exports/CvActions', () => ({ CvActions: () => <p>the CV</p> }));

const LIST = '/search/application/all';
const DECLINE = '/job/application/:id/decline';
const SHORTLIST = '/job/application/:id/shortlist';
const BASE = '/jobs/detail/11';

let looked = 0;
beforeEach(() => {
  jest.spyOn(performance, 'now').mockImplementation(() => looked);
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T09:30:00.000Z'));
});
afterEach(() => jest.restoreAllMocks());

const row = (id: number) => anApplication({ id, isSeen: true, user: { firstName: `Person ${id}` } });

/** Fakes a server with the applications 112 to 101, which are open until they are declined. */
const server = (ids = Array.from({ length: 12 }, (_, at) => 112 - at), byColleague: readonly number[] = []) => {
  const api = fakeApi();
  const reopened: number[] = [];
  const isDeclined = (id: number) =>
    byColleague.includes(id) || (declinedIds(api).includes(id) && !reopened.includes(id));
  withDecisions(api, row)
    .on('DELETE', DECLINE, (_call, { id }) => {
      reopened.push(Number(id));
      return ok({ application: row(Number(id)), wasTold: false });
    })
    .on('GET', '/search/application/:id', (_call, { id }) =>
      ok({ application: anApplicant({ id: Number(id), user: { firstName: `Person ${id}` } }) }),
    )
    .on('PUT', SHORTLIST, ({ body }, { id }) =>
      ok({ application: { ...row(Number(id)), isShortListed: (body as { isShortlisted: boolean }).isShortlisted } }),
    )
    .on('GET', '/search/application/:id/history', ok([]))
    .on('GET', '/search/application/views', ok({ views: [] }))
    .on('GET', LIST, ({ query }) => {
      const { limit = 10, before = Infinity, page = 1, op, decision } = query as Record<string, number>;
      const declined = ids.filter(isDeclined);
      if (op || decision) return ok(declined.map(row), { total: declined.length });
      const open = ids.filter((id) => !isDeclined(id));
      if (limit === 0) return ok([], { total: open.length });
      const from = before === Infinity ? (page - 1) * limit : 0;
      return ok(
        open
          .filter((id) => id < before)
          .slice(from, from + limit)
          .map(row),
      );
    })
    .on('GET', '/search/job', ok([]))
    .on('GET', '/holidays', ok([]))
    .on('POST', '/form-input-list', ok({ fields: [] }));
  return api;
};

const routes = [
  { path: '/applications', element: <ApplicationsPage /> },
  {
    element: <JobDetailPage />,
    children: [
      { path: '/jobs/detail/:jobId', element: <p>no one</p> },
      { path: '/jobs/detail/:jobId/:applicationId/:tab?', element: <ApplicantPage /> },
    ],
  },
];

/** Waits for the applicant and lets a second pass, because a key right after a change does nothing. */
const heading = async (id: number) => {
  const found = await screen.findByRole('heading', { level: 1, name: `Person ${id} Yılmaz` });
  looked += 1000;
  return found;
};
const bar = () => screen.findByRole('region', { name: 'Last decision' });

const show = async (api: FakeApi = server(), id = 112) => {
  const view = await renderScreen(null, { api, routes, at: `${BASE}/${id}?page=1&activeTab=all` });
  await heading(id);
  await waitFor(() => expect(view.store.getState().applications.counts.status).toBe('loaded'));
  return { ...view, api };
};

describe('declining', () => {
  test('R declines the applicant on the screen and opens the next; Z brings the applicant back to the old place', async () => {
    const { person, api, where, store } = await show(server(), 111);
    // A screen reader announces only what changes in a region that was there before.
    const announcement = screen.getAllByRole('status').find((region) => region.textContent === '')!;
    await person.keyboard('r');
    await heading(110);
    expect(declinedIds(api)).toEqual([111]);
    expect(await bar()).toHaveTextContent('Declined: Person 111 Y.');
    expect(announcement).toHaveTextContent(/^Declined: Person 111 Y\. .*We’ll notify them at 14:30/);
    const ids = () => store.getState().applications.items;
    expect(ids().slice(0, 3)).toEqual([112, 110, 109]);
    await person.keyboard('z');
    await heading(111);
    expect(where()).toBe(`${BASE}/111?page=1&activeTab=all`);
    expect(ids().slice(0, 3)).toEqual([112, 111, 110]);
    expect(await bar()).toHaveTextContent('They hadn’t been notified of the decision.');
    expect(announcement).toHaveTextContent('They hadn’t been notified of the decision.');
    // The undo is not a decision that can be undone.
    await person.keyboard('z');
    expect(api.callsOf('DELETE', DECLINE)).toHaveLength(1);
  });

  test('a person who applied another way too: one press declines the other application, and undo brings that one back', async () => {
    const other = { applicationId: 90, jobTitle: 'Garson', firstName: 'Ayşe', lastName: 'Kaya' };
    const api = server();
    const answered = deferred<undefined>();
    api.on('PUT', DECLINE, async ({ body }, { id }) => {
      if (Number(id) === 90) await answered.promise;
      const { reason = null } = body as { reason?: 'duplicate' };
      const otherWay = { by: 'app' as const, open: Number(id) === 112 ? other : null };
      return ok({ application: { ...row(Number(id)), otherWay, status: 'rejected', decision: aDecision({ reason }) } });
    });
    const { person } = await show(api);
    await person.keyboard('r');
    await heading(111);
    expect(await bar()).toHaveTextContent('Declined: Person 112 Y.(Barista)');
    await person.click(screen.getByRole('button', { name: /^Also decline Ayşe K\. for Garson \(/ }));
    answered.resolve(undefined);
    await waitFor(async () => expect(await bar()).toHaveTextContent('Declined: Person 90 Y.'));
    expect(declinedIds(api)).toEqual([112, 90]);
    expect(screen.queryByRole('button', { name: /^Also decline/ })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Undo/ })).toHaveFocus();
    await person.keyboard('z');
    await waitFor(async () => expect(await bar()).toHaveTextContent('Reopened: Person 90 Y.'));
    expect(api.callsOf('DELETE', DECLINE).map(({ path }) => path)).toEqual(['/job/application/90/decline']);
  });

  test.each([
    ['sms', 'They already knew, so we’ll let them know'],
    ['none', 'They already knew, but we can’t let them know'],
  ] as const)('an undo says whether somebody who knows will be told of it: %s', async (reach, text) => {
    const api = server();
    api.on('DELETE', DECLINE, (_call, { id }) => ok({ application: { ...row(Number(id)), reach }, wasTold: true }));
    const { person } = await show(api);
    await person.keyboard('r');
    await heading(111);
    await bar();
    await person.keyboard('z');
    await waitFor(async () => expect(await bar()).toHaveTextContent(text));
  });

  test('Z before the answer to a decline takes that decline back after it, and no other one', async () => {
    const answers = new Map([111, 110, 109].map((id) => [id, deferred<ReturnType<typeof ok>>()]));
    const declined = (id: number) => ok({ application: { ...row(id), status: 'rejected', decision: aDecision() } });
    const api = server();
    api.on('PUT', DECLINE, (_call, { id }) => answers.get(Number(id))?.promise ?? declined(Number(id)));
    const { person } = await show(api);
    await person.keyboard('r');
    await heading(111);
    expect(await bar()).toHaveTextContent('Declined: Person 112 Y.');
    await person.keyboard('r');
    await heading(110);
    await person.keyboard('z');
    expect(api.callsOf('DELETE', DECLINE)).toEqual([]);
    await act(async () => answers.get(111)!.resolve(declined(111)));
    await heading(111);
    expect(await bar()).toHaveTextContent('Reopened: Person 111 Y.');
    // The wish ends with its decline.
    await person.keyboard('r');
    await heading(110);
    await waitFor(async () => expect(await bar()).toHaveTextContent('Declined: Person 111 Y.'));
    await person.keyboard('r');
    await heading(109);
    await act(async () => answers.get(110)!.resolve(declined(110)));
    expect(await bar()).toHaveTextContent('Declined: Person 110 Y.');
    expect(api.callsOf('DELETE', DECLINE).map(({ path }) => path)).toEqual(['/job/application/111/decline']);
  });

  describe('the answer to an older decline comes last', () => {
    const declined = (id: number) => ok({ application: { ...row(id), status: 'rejected', decision: aDecision() } });
    const undone = (api: FakeApi) => api.callsOf('DELETE', DECLINE).map(({ path }) => path);
    const older = async (keys: string) => {
      const answered = deferred<ReturnType<typeof ok>>();
      const api = server();
      api.on('PUT', DECLINE, (_call, { id }) => (Number(id) === 112 ? answered.promise : declined(Number(id))));
      const { person } = await show(api);
      await person.keyboard('r');
      await heading(111);
      await person.keyboard(keys);
      await heading(110);
      await waitFor(async () => expect(await bar()).toHaveTextContent('Declined: Person 111 Y.'));
      return { api, person, answer: () => act(async () => answered.resolve(declined(112))) };
    };

    test('Z still undoes the newer one, and only that', async () => {
      const { api, person, answer } = await older('r');
      await person.keyboard('z');
      await waitFor(async () => expect(await bar()).toHaveTextContent('Reopened: Person 111 Y.'));
      await answer();
      expect(undone(api)).toEqual(['/job/application/111/decline']);
    });

    test('its answer does not replace the undo of the newer one', async () => {
      const { answer } = await older('r');
      await answer();
      expect(await bar()).toHaveTextContent('Declined: Person 111 Y.');
    });

    test('it is undone if the user asked for that before the newer one', async () => {
      const { api, answer } = await older('zr');
      await answer();
      await waitFor(async () => expect(await bar()).toHaveTextContent('Reopened: Person 112 Y.'));
      expect(undone(api)).toEqual(['/job/application/112/decline']);
    });
  });

  test('Z before a refusal undoes nothing that the user does later', async () => {
    const answered = deferred<ReturnType<typeof ok>>();
    const api = server();
    api.on('PUT', DECLINE, () => answered.promise);
    const { person, notices } = await show(api);
    await person.keyboard('r');
    await heading(111);
    await person.keyboard('z');
    await act(async () => answered.reject(anApiError(500, 'error.unknown_error')));
    await waitFor(() => expect(notices).toHaveLength(1));
    await person.keyboard('k');
    await heading(112);
    await person.keyboard('s');
    await heading(111);
    expect(await bar()).toHaveTextContent('Shortlisted: Person 112 Y.');
    expect(api.callsOf('PUT', SHORTLIST)).toHaveLength(1);
  });

  test('the other application is offered while the decision waits for the network too', async () => {
    const other = { applicationId: 90, jobTitle: 'Garson', firstName: 'Ayşe', lastName: 'Kaya' };
    const { person, store } = await show(server().on('PUT', DECLINE, noAnswer()));
    act(() => void store.dispatch(rowRefreshed({ ...row(112), otherWay: { by: 'app', open: other } })));
    await person.keyboard('r');
    await heading(111);
    expect(await screen.findByRole('button', { name: /^Also decline Ayşe K\. for Garson \(/ })).toBeVisible();
  });

  test('quick presses belong to the applicant on the screen: none is declined twice, and none unseen', async () => {
    const answers = [deferred<ReturnType<typeof ok>>(), deferred<ReturnType<typeof ok>>()];
    const api = server();
    api.on('PUT', DECLINE, (_call, { id }) => answers[Number(id) === 112 ? 0 : 1]!.promise);
    const { person } = await show(api);
    await person.keyboard('rrr');
    expect(declinedIds(api)).toEqual([112]);
    const declined = (id: number) => ok({ application: { ...row(id), status: 'rejected', decision: aDecision() } });
    // The next applicant does not wait for the answer, and the answers move nothing, whichever comes first.
    await heading(111);
    await person.keyboard('rr');
    await heading(110);
    await act(async () => answers[1]!.resolve(declined(111)));
    await act(async () => answers[0]!.resolve(declined(112)));
    expect(await heading(110)).toBeInTheDocument();
    expect(declinedIds(api)).toEqual([112, 111]);
  });

  test('a refusal names the applicant, who is not on the screen any more and stays in the list', async () => {
    const api = server();
    api.on('PUT', DECLINE, anApiError(500, 'error.unknown_error'));
    const { person, notices, store } = await show(api);
    await person.keyboard('r');
    await heading(111);
    await waitFor(() =>
      expect(notices).toMatchObject([{ id: 'decisions.decline.failed', values: { name: 'Person 112 Yılmaz' } }]),
    );
    expect(store.getState().applications.items[0]).toBe(112);
  });

  test('a decision opens the next applicant without one; K visits all', async () => {
    const api = server();
    const world = server();
    const isStarred = (id: number) => id === 111 || id === 110;
    api.on('GET', LIST, async (call) => {
      const answer = await world.main.request(call);
      const rows = answer.payload as ReturnType<typeof row>[];
      return { ...answer, payload: rows.map((one) => ({ ...one, isShortListed: isStarred(one.id) })) };
    });
    const { person } = await show(api);
    await person.keyboard('r');
    await heading(109);
    await person.keyboard('k');
    expect(await heading(110)).toBeInTheDocument();
  });

  test('after the last row a decision opens the first applicant without one', async () => {
    const { person, api, store, where } = await show(server([112, 111, 110, 109]), 109);
    act(() => void store.dispatch(rowRefreshed({ ...row(112), isShortListed: true })));
    await person.keyboard('r');
    await heading(111);
    await person.keyboard('r');
    await heading(110);
    await person.keyboard('r');
    await waitFor(() => expect(declinedIds(api)).toEqual([109, 111, 110]));
    // Everybody has a decision now.
    expect(where()).toContain('/110?');
  });

  test('after the last row of the last page a decision continues with the first page', async () => {
    const api = server();
    const { person, where } = await renderScreen(null, { api, routes, at: `${BASE}/102?page=2&activeTab=all` });
    await heading(102);
    await person.keyboard('r');
    await heading(101);
    await person.keyboard('r');
    await heading(112);
    expect(where()).toBe(`${BASE}/112?page=1&activeTab=all`);
  });

  test.each([
    ['the first without a decision there', [112, 111], 110, 1],
    ['the first without a decision on a later page', Array.from({ length: 12 }, (_, at) => 112 - at), 100, 2],
    ['the first of the second page if nobody waits', Array.from({ length: 21 }, (_, at) => 112 - at), 102, 2],
  ])('after the last page a decision opens %s', async (_who, starred, next, page) => {
    const ids = Array.from({ length: 22 }, (_, at) => 112 - at);
    const world = server(ids);
    const api = server(ids).on('GET', LIST, async (call) => {
      const answer = await world.main.request(call);
      const rows = answer.payload as ReturnType<typeof row>[];
      return { ...answer, payload: rows.map((one) => ({ ...one, isShortListed: [...starred, 92].includes(one.id) })) };
    });
    const { person, where } = await renderScreen(null, { api, routes, at: `${BASE}/91?page=3&activeTab=all` });
    await heading(91);
    await person.keyboard('r');
    await heading(next);
    expect(where()).toBe(`${BASE}/${next}?page=${page}&activeTab=all`);
  });

  test('nobody is skipped at the end of a page', async () => {
    const { person, api } = await show();
    for (let id = 112; id > 101; id -= 1) {
      await heading(id);
      await person.keyboard('r');
    }
    await heading(101);
    expect(declinedIds(api)).toEqual([112, 111, 110, 109, 108, 107, 106, 105, 104, 103, 102]);
  });

  test.each([
    ['read ahead', false],
    ['not read ahead', true],
  ])('nobody is skipped at the end of a page that a colleague shortened, with the next %s', async (_next, isLate) => {
    const byColleague: number[] = [];
    const ids = Array.from({ length: 24 }, (_, at) => 112 - at);
    const world = server(ids, byColleague);
    const address = { isNext: false };
    const api = server(ids, byColleague).on('GET', LIST, (call) =>
      isLate && call.query?.before === 103 && !address.isNext ? new Promise(() => undefined) : world.main.request(call),
    );
    const { person, where } = await show(api, 104);
    await waitFor(() => expect(api.callsOf('GET', LIST).some(({ query }) => query?.before === 103)).toBe(true));
    byColleague.push(111, 110);
    address.isNext = true;
    for (const id of [103, 102, 101, 100]) {
      await person.keyboard('j');
      await heading(id);
    }
    expect(where()).toBe(`${BASE}/100?page=2&activeTab=all`);
  });

  test('the second click of a double click declines nobody', async () => {
    const { person, api } = await show();
    await person.dblClick(screen.getByRole('button', { name: 'Decline' }));
    await heading(111);
    expect(declinedIds(api)).toEqual([112]);
  });

  test('with “Open the next applicant after each decision” off the page stays and says who declined, and reopens', async () => {
    const { person, store, api } = await show();
    act(() => void store.dispatch(goingOnSwitched(false)));
    await person.click(screen.getByRole('button', { name: 'Decline' }));
    // One bar says it, and the line takes over when the user closes it.
    const bar = await screen.findByRole('region', { name: 'Last decision' });
    expect(screen.queryByText(/^Declined by/)).not.toBeInTheDocument();
    await person.click(within(bar).getByRole('button', { name: 'Hide the last decision' }));
    expect(await screen.findByText('Declined by Deniz Arslan on 23/11/2026')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Decline' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /to the shortlist/ })).not.toBeInTheDocument();
    await person.keyboard('rs');
    expect(declinedIds(api)).toEqual([112]);
    await person.click(screen.getByRole('button', { name: 'Reopen' }));
    expect(await screen.findByRole('button', { name: 'Decline' })).toBeInTheDocument();
  });

  test('an open interview asks first, with its time', async () => {
    const api = server();
    const payload = { appointment: { id: 5, startAt: '2030-01-02 10:00:00', reach: 'sms' } };
    api.on('PUT', DECLINE, new ApiError({ status: 409, key: 'application.has_appointment', payload }));
    const { person } = await show(api);
    await person.keyboard('r');
    const dialog = await screen.findByRole('dialog', { name: 'Decline Person 112 Yılmaz?' });
    expect(dialog).toHaveTextContent(
      /Interview .* 02\/01 10:00. Decline and cancel it\? We’ll notify the applicant by text, but not at night\./,
    );
    withDecisions(api, row);
    await person.click(within(dialog).getByRole('button', { name: 'Decline and cancel' }));
    await heading(111);
    expect(api.callsOf('PUT', DECLINE).at(-1)?.body).toEqual({ cancelAppointment: true, isNew: true });
    expect(await bar()).toHaveTextContent('The interview is canceled. We notified Person 112 Y. right away.');
    await person.keyboard('z');
    await heading(112);
    expect(await bar()).toHaveTextContent('The interview stays canceled, and Person 112 Y. was notified.');
    expect(await bar()).toHaveTextContent('They hadn’t been notified of the decision.');
    expect(within(await bar()).getByRole('link', { name: 'Invite again' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/jobs\/detail\/\d+\/112\/appointment$/),
    );
  });
});

test('an open interview asks although the user has moved on to the next applicant', async () => {
  const answer = deferred<ReturnType<typeof ok>>();
  const api = server();
  api.on('PUT', DECLINE, () => answer.promise);
  const { person } = await show(api);
  await person.keyboard('r');
  await heading(111);
  const payload = { appointment: { id: 5, startAt: '2030-01-02 10:00:00' } };
  await act(async () => answer.reject(new ApiError({ status: 409, key: 'application.has_appointment', payload })));
  expect(await screen.findByRole('dialog', { name: 'Decline Person 112 Yılmaz?' })).toBeInTheDocument();
});

describe('the bar', () => {
  test('changes the reason, which the next decline carries on, and tells at once', async () => {
    const { person, api } = await show();
    await person.keyboard('r');
    await heading(111);
    await person.click(within(await bar()).getByRole('button', { name: 'Reason' }));
    await person.click(await screen.findByRole('menuitemradio', { name: 'Lives too far away' }));
    expect(await within(await bar()).findByRole('button', { name: 'Reason: Lives too far away' })).toBeInTheDocument();
    await person.keyboard('r');
    await heading(110);
    const bodies = () => api.callsOf('PUT', DECLINE).map(({ body }) => body);
    expect(bodies().slice(1)).toEqual([
      { reason: 'too_far', note: null },
      { reason: 'too_far', isNew: true },
    ]);
    await person.click(within(await bar()).getByRole('button', { name: 'Notify now' }));
    await waitFor(() => expect(bodies().at(-1)).toEqual({ tell: 'now' }));
  });

  test('“Notify now” sends once, however often it is pressed', async () => {
    const { person, api } = await show();
    await person.keyboard('r');
    await heading(111);
    const tell = within(await bar()).getByRole('button', { name: 'Notify now' });
    api.on('PUT', DECLINE, () => new Promise(() => undefined));
    await person.click(tell);
    await waitFor(() => expect(tell).toHaveAttribute('aria-busy', 'true'));
    await person.click(tell);
    expect(api.callsOf('PUT', DECLINE)).toHaveLength(2);
  });

  test.each([
    ['2026-11-23T10:00:00.000Z', '2026-11-23T11:30:00.000Z', true],
    ['2026-11-23T12:00:00.000Z', '2026-11-23T11:30:00.000Z', false],
    ['2026-11-23T20:00:00.000Z', '2026-11-24T05:00:00.000Z', false],
    ['2026-11-23T20:00:00.000Z', '2026-11-24T06:00:00.000Z', true],
    ['2026-11-23T20:00:00.000Z', null, true],
  ])('at %s, a notice that is due at %s can be brought forward: %s', async (now, tellAt, isOffered) => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
    const { person } = await show(
      server().on('PUT', DECLINE, () => ok({ application: declinedRow({ id: 112 }, { tellAt }) })),
    );
    await person.keyboard('r');
    await heading(111);
    expect(within(await bar()).queryByRole('button', { name: 'Notify now' }) !== null).toBe(isOffered);
  });

  test('another reason needs words', async () => {
    const { person, api } = await show();
    await person.keyboard('r');
    await heading(111);
    await person.click(within(await bar()).getByRole('button', { name: 'Reason' }));
    await person.click(await screen.findByRole('menuitemradio', { name: 'Another reason…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Another reason' });
    await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'no{Enter}');
    expect(await within(dialog).findByText('Write at least 3 characters.')).toBeInTheDocument();
    await person.keyboard('{Escape}');
    const question = await screen.findByRole('dialog', { name: 'Close without saving?' });
    await person.click(within(question).getByRole('button', { name: 'Keep editing' }));
    await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 't now{Enter}');
    await waitFor(() => expect(api.callsOf('PUT', DECLINE).at(-1)?.body).toEqual({ reason: 'other', note: 'not now' }));
  });
});

describe('the shortlist', () => {
  test('S goes on; Z takes the applicant off and opens the page again', async () => {
    const { person, api } = await show();
    await person.keyboard('s');
    await heading(111);
    expect(await bar()).toHaveTextContent('Shortlisted: Person 112 Y.');
    await person.keyboard('z');
    await heading(112);
    expect(api.callsOf('PUT', SHORTLIST).map(({ body }) => body)).toEqual([
      { isShortlisted: true },
      { isShortlisted: false },
    ]);
  });

  test('the offer to undo it ends with an invitation', async () => {
    const { person, store } = await show();
    await person.keyboard('s');
    expect(await bar()).toHaveTextContent('Shortlisted: Person 112 Y.');
    const invited = anApplication({ id: 112, isShortListed: true, stage: { key: 'invited', at: null } });
    act(() => void store.dispatch(rowRefreshed(invited)));
    expect(screen.queryByRole('region', { name: 'Last decision' })).not.toBeInTheDocument();
  });

  test('keys decide on nobody until the next page has loaded, and the bar still undoes the last decision', async () => {
    const rows = deferred<null>();
    const api = server();
    const pageOne = Array.from({ length: 10 }, (_, at) => row(112 - at));
    const pageTwo = ok([row(102), row(101)]);
    const known = { isAhead: false };
    // No row is read ahead, so the next applicant has to wait for page two.
    api.on('GET', LIST, ({ query }) => {
      const { limit, before } = query as Record<string, number>;
      if (limit === 0) return ok([], { total: 12 });
      if (!before) return ok(pageOne);
      return known.isAhead ? rows.promise.then(() => pageTwo) : ok([]);
    });
    const { person } = await show(api, 103);
    await waitFor(() => expect(api.callsOf('GET', LIST).some(({ query }) => query?.before)).toBe(true));
    known.isAhead = true;
    await person.keyboard('s');
    await bar();
    await person.keyboard('sr');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(declinedIds(api)).toEqual([]);
    await act(async () => rows.resolve(null));
    await heading(102);
    expect(await bar()).toHaveTextContent('Shortlisted: Person 103 Y.');
    await person.keyboard('z');
    await heading(103);
    expect(api.callsOf('PUT', SHORTLIST).at(-1)?.body).toEqual({ isShortlisted: false });
  });

  test('a colleague who declined the applicant meanwhile is named', async () => {
    const api = server();
    api.on('PUT', SHORTLIST, anApiError(409, 'application.declined'));
    const { person, notices } = await show(api);
    api.on(
      'GET',
      '/search/application/112',
      ok({ application: anApplicant({ id: 112, status: 'rejected', decision: aDecision() }) }),
    );
    await person.keyboard('s');
    await heading(111);
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(notices).toMatchObject([
      { id: 'applications.shortlist.declined', values: { name: 'Deniz Arslan', applicant: 'Person 112 Yılmaz' } },
    ]);
  });
});

test('no button declines an applicant whose job has no open applications', async () => {
  const api = server().on(
    'GET',
    '/search/application/112',
    ok({ application: anApplicant({ id: 112, user: { firstName: 'Person 112' }, job: { status: 'draft' } }) }),
  );
  const { person } = await show(api);
  expect(screen.queryByRole('button', { name: 'Decline' })).not.toBeInTheDocument();
  await person.keyboard('r');
  expect(declinedIds(api)).toEqual([]);
});

test('M and I open the messages and the invitation', async () => {
  const { person, where } = await show();
  await person.keyboard('m');
  await waitFor(() => expect(where()).toBe(`${BASE}/112/messages?page=1&activeTab=all`));
  await person.keyboard('i');
  await waitFor(() => expect(where()).toBe(`${BASE}/112/appointment?page=1&activeTab=all`));
});

test('the number of declined applications opens their list, which reopens them', async () => {
  const api = server();
  const declined = (id: number, toldAt: string | null, given: Partial<Decision> = {}) => ({
    ...row(id),
    status: 'rejected' as const,
    decision: aDecision({ reason: 'hours', toldAt, tellAt: toldAt ? null : '2030-01-02T09:00:00.000Z', ...given }),
  });
  api.on('GET', LIST, ({ query }) => {
    const { limit, decision } = query as Record<string, unknown>;
    if (limit === 0) return ok([], { total: decision ? 2 : 1 });
    const unreachable = declined(88, null, { tellAt: null, toldBy: 'none' });
    return ok(decision ? [declined(90, null), declined(89, '2026-11-20T09:10:00.000Z'), unreachable] : [row(101)]);
  });
  api.on('GET', '/search/application/stages', ok({ stages: stageCounts({ new: 1, declined: 2 }) }));
  const { person, where, store } = await renderScreen(null, { api, routes, at: '/applications?page=1&activeTab=all' });
  const link = await screen.findByRole('radio', { name: 'Declined 2' });
  // At the end of the list, more rows would push the focused link out of the window.
  expect(link.compareDocumentPosition(screen.getByRole('feed'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await person.click(link);
  expect(where()).toBe('/applications?page=1&activeTab=declined');
  const list = await screen.findByRole('list', { name: 'Declined applications' });
  const [first, second, third] = within(list).getAllByRole('listitem');
  expect(first).toHaveTextContent('We’ll notify them on 02/01/2030 at 12:00');
  expect(first).toHaveTextContent('Declined by Deniz ArslanHours don’t fit');
  expect(second).toHaveTextContent('Notified on 20/11/2026 at 12:10');
  expect(third).toHaveTextContent('Not notified: can’t be reached');
  await person.click(within(list).getByRole('button', { name: 'Reopen Person 90 Yılmaz’s application' }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
  expect(api.callsOf('DELETE', DECLINE)).toHaveLength(1);
  // A colleague reopens the other one, whose row stays until the list loads again.
  act(() => void store.dispatch(rowRefreshed(row(89))));
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent('Reopened');
  expect(within(list).queryByRole('button', { name: /^Reopen Person 89/ })).toBeNull();
});
