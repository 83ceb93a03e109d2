import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { applicationsChangedElsewhere, decisionChanged } from '../../../../src/domains/applications';
import { refreshRequested } from '../../../../src/domains/appointments';
import { chatJoined } from '../../../../src/domains/chat';
import { branchJobCountsRequested } from '../../../../src/domains/organisation';
import { posterSaved } from '../../../../src/domains/preferences';
import { type NeedRow, selectToday } from '../../../../src/domains/today';
import { TodayPage } from '../../../../src/screens/Today/TodayPage';
import { PHONE } from '../../../../src/ui/useMedia';
import { HOUR } from '../../../../contract/constants/time';
import { anApplication, anAppointment, aUser, noAnswer } from '../../../support/builders';
import { anApplicationDetail } from '../../../support/applicationDetail';
import { hiredRow } from '../../../support/firstDays';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { NOW, settle } from '../../../support/fakeClock';
import { aNeed, needCounts } from '../../../support/needs';
import { renderScreen } from '../../../support/renderScreen';

const LIST = '/search/application/all';
const NEEDS = '/search/application/needs';

let isPhone = false;
// Set before any code queries it.
beforeAll(() => {
  const value = (query: string) => ({
    get matches() {
      return isPhone && query === PHONE;
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  Object.defineProperty(window, 'matchMedia', { configurable: true, value });
});
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => {
  isPhone = false;
  jest.restoreAllMocks();
});

const server = (rows: NeedRow[], counts: Parameters<typeof needCounts>[0] = {}): FakeApi =>
  fakeApi()
    .on('GET', '/search/application/:id', ok({ application: anApplicationDetail() }))
    .on('GET', LIST, ok(rows, { next: null }))
    .on('GET', NEEDS, ok(needCounts(counts)))
    .on('GET', '/appointment/me', ok([]));

const show = async (api: FakeApi, options: Partial<Parameters<typeof renderScreen>[1]> = {}) =>
  renderScreen(<TodayPage />, { api, at: '/today', user: aUser({ userType: 'branch', id: 7 }), ...options });

const named = (id: number, firstName: string) => ({ user: { id: 500 + id, firstName, lastName: 'Y.' } });
const group = (name: string | RegExp) => screen.findByRole('region', { name });
/** Presses a key at a time, in milliseconds, that no busy machine can stretch. */
const pressAt = (key: string, timeStamp: number) => {
  const event = createEvent.keyDown(document.activeElement!, { key });
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  fireEvent(document.activeElement!, event);
};
const names = (region: HTMLElement) =>
  within(region)
    .getAllByRole('article')
    .map((card) => within(card).getByRole('link', { name: /^\S+ Y\./ }).textContent);

test('a branch without a name leaves no empty fact behind a dot', async () => {
  const rows = [aNeed(1, 'offer'), aNeed(2, 'offer', { job: { companyName: '' } })];
  await show(server(rows), { user: aUser({ userType: 'hr_account', grantLevel: 90 }) });
  await group(/^Make an offer/);
  const factsOf = (title: HTMLElement) => [...title.parentElement!.children].map(({ innerHTML }) => innerHTML !== '');
  expect(screen.getAllByText('Barista').map(factsOf)).toEqual([
    [true, true],
    [true, false],
  ]);
});

test('says that the interviews could not load, and loads them again', async () => {
  const api = server([aNeed(1, 'answer', named(1, 'Ayşe'))]).on('GET', '/appointment/me', noAnswer());
  const { person } = await show(api);
  expect(await screen.findByText(/We couldn’t load the interviews\./)).toBeVisible();
  const tomorrow = { appointmentAt: '2026-11-21T07:00:00.000Z', startAt: '2026-11-21 10:00:00' };
  api.on('GET', '/appointment/me', ok([anAppointment({ ...tomorrow, status: { name: 'ACTIVE' } })]));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Ayşe Yılmaz' })).toBeVisible();
  expect(screen.queryByText(/We couldn’t load the interviews\./)).toBeNull();
});

test.each([
  [{ now: 39, coming: 95 }, '39 things to do95 not due yet'],
  [{ now: 1, coming: 0 }, '1 thing to do'],
  [{ now: 0, coming: 2 }, '2 not due yet'],
])('says beside its name how many of the groups’ rows are due: %o', async (counts, text) => {
  await show(server([aNeed(1, 'answer')], counts));
  await group(/^Reply 1/);
  expect(screen.getByRole('heading', { level: 1 }).nextElementSibling).toHaveTextContent(text);
});

test('groups with a count and one verb each, due times as words', async () => {
  const api = server([
    aNeed(1, 'answer', { minutes: -150, body: 'May I come at 10?', ...named(1, 'Ayşe') }),
    aNeed(2, 'answer', { minutes: 40, ...named(2, 'Banu') }),
    aNeed(3, 'decide', { minutes: 60, ...named(3, 'Can') }),
    aNeed(4, 'decide', { minutes: 24 * 60, ...named(4, 'Deniz') }),
    aNeed(5, 'invite', { minutes: 300, ...named(5, 'Ece') }),
  ]);
  await show(api);
  const answer = await group(/^Reply 2/);
  expect(names(answer)).toEqual(['Ayşe Y.', 'Banu Y.']);
  expect(within(answer).getByText('2 hours overdue')).toBeInTheDocument();
  expect(within(answer).getByText('40 minutes left')).toBeInTheDocument();
  expect(within(answer).getByText('May I come at 10?')).toBeInTheDocument();
  expect(within(answer).getByRole('link', { name: 'Reply: Ayşe Y.' })).toHaveAttribute(
    'href',
    '/jobs/detail/0/1/messages',
  );
  const decide = await group(/^Decide 2/);
  expect(
    within(decide)
      .getAllByRole('heading', { level: 3 })
      .map((one) => one.textContent),
  ).toEqual(['Due within 4 hours', 'Later']);
  const invite = await group(/^Invite 1/);
  expect(within(invite).getByRole('link', { name: 'Invite: Ece Y.' })).toHaveAttribute(
    'href',
    '/jobs/detail/0/5/appointment',
  );
});

test.each([
  [11 * 60 + 59, 'By 23:59'],
  [12 * 60, 'By midnight'],
  [12 * 60 + 1, 'Tomorrow by 00:01'],
  [36 * 60, '22/11, 00:00'],
])('says in words what is due %i minutes after noon: %s', async (minutes, text) => {
  await show(server([aNeed(1, 'answer', { minutes, ...named(1, 'Ayşe') })]));
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test('shows the number of lapsed rows with a link to exactly those', async () => {
  await show(server([], { lapsed: { decide: 2310 } }));
  expect(await screen.findByText('2,310 applications are overdue for a decision')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Review them' })).toHaveAttribute(
    'href',
    '/applications?page=1&activeTab=all&need=decide&needState=lapsed',
  );
});

describe('needs wait for the interviews above them', () => {
  beforeEach(() => void jest.useFakeTimers({ now: NOW }));
  afterEach(() => void jest.useRealTimers());

  const interview = anAppointment({ appointmentAt: '2026-11-20T10:00:00.000Z', startAt: '2026-11-20 13:00:00' });
  const waiting = async () => {
    const answers = [deferred<ReturnType<typeof ok>>(), deferred<ReturnType<typeof ok>>()];
    const api = server([aNeed(1, 'decide', { minutes: 60, ...named(1, 'Can') })]);
    api.on('GET', '/appointment/me', () => answers[api.callsOf('GET', '/appointment/me').length - 1]!.promise);
    const { store } = await show(api);
    await act(settle);
    expect(store.getState().today.list.status).toBe('loaded');
    expect(screen.queryByRole('region', { name: /^Decide/ })).not.toBeInTheDocument();
    const answer = () =>
      act(async () => {
        answers[0]!.resolve(ok([interview]));
        await settle();
      });
    return { store, answer };
  };

  test('and those stay while they load again', async () => {
    const { store, answer } = await waiting();
    await answer();
    expect(screen.getByRole('region', { name: /^Decide/ })).toBeInTheDocument();
    const agenda = screen.getByRole('region', { name: /^Interviews today/ });
    await act(async () => {
      store.dispatch(refreshRequested());
      await jest.advanceTimersByTimeAsync(1000);
    });
    expect(store.getState().appointments.list.status).toBe('loading');
    expect(agenda).toBeInTheDocument();
  });

  test('which wait for the needs', async () => {
    const rows = deferred<ReturnType<typeof ok>>();
    const api = server([]).on('GET', LIST, () => rows.promise);
    const { store } = await show(api.on('GET', '/appointment/me', ok([interview])));
    await act(settle);
    expect(store.getState().appointments.list.status).toBe('loaded');
    expect(screen.queryByRole('region', { name: /^Interviews today/ })).toBeNull();
    await act(async () => {
      rows.resolve(ok([], { next: null }));
      await settle();
    });
    expect(screen.getByRole('region', { name: /^Interviews today/ })).toBeInTheDocument();
  });

  test('for two seconds at most', async () => {
    const { answer } = await waiting();
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(screen.getByRole('region', { name: /^Decide/ })).toBeInTheDocument();
    await answer();
    expect(screen.getByRole('region', { name: /^Interviews today/ })).toBeInTheDocument();
  });
});

test.each([
  ['a wide window', false, 3, 1],
  ['a phone, where who waits stands below', true, 2, 0],
])('shows the next interviews and, on request, all: on %s', async (_where, isOnPhone, today, tomorrow) => {
  isPhone = isOnPhone;
  const interview = (id: number, day: number) =>
    anAppointment({
      id,
      appointmentAt: `2026-11-${day}T1${id % 5}:00:00.000Z`,
      startAt: `2026-11-${day} 1${3 + (id % 5)}:00:00`,
      status: { name: 'ACTIVE' },
    });
  const rows = [...[1, 2, 3, 4, 9, 14].map((id) => interview(id, 20)), ...[6, 7, 8].map((id) => interview(id, 21))];
  const { person } = await show(server([]).on('GET', '/appointment/me', ok(rows)));
  const countIn = (region: HTMLElement) => within(region).queryAllByRole('listitem').length;
  const [first, second] = [await group(/^Interviews today/), await group(/^Interviews tomorrow/)];
  expect([countIn(first), countIn(second)]).toEqual([today, tomorrow]);
  await person.click(within(second).getByRole('button', { name: 'Show all 3' }));
  expect(countIn(second)).toBe(3);
});

test('no button hides a single interview, in whose place it would be', async () => {
  const interview = anAppointment({
    appointmentAt: '2026-11-21T10:00:00.000Z',
    startAt: '2026-11-21 13:00:00',
    status: { name: 'ACTIVE' },
  });
  isPhone = true;
  await show(server([]).on('GET', '/appointment/me', ok([interview])));
  expect(within(await group(/^Interviews tomorrow/)).getByRole('listitem')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
});

describe('an empty page', () => {
  test('says when the next interview begins', async () => {
    const appointment = anAppointment({
      appointmentAt: '2026-11-20T10:00:00.000Z',
      startAt: '2026-11-20 13:00:00',
      status: { name: 'ACTIVE' },
    });
    await show(server([]).on('GET', '/appointment/me', ok([appointment])));
    expect(await screen.findByText('Nothing to do. Next interview: 13:00')).toBeInTheDocument();
  });

  test('names the day of tomorrow without "by"; with lapsed rows it says that nothing is due', async () => {
    const appointment = anAppointment({
      appointmentAt: '2026-11-21T07:00:00.000Z',
      startAt: '2026-11-21 10:00:00',
      status: { name: 'ACTIVE' },
    });
    await show(server([], { lapsed: { decide: 2 } }).on('GET', '/appointment/me', ok([appointment])));
    expect(await screen.findByText('Nothing is due. Next interview: Tomorrow at 10:00')).toBeInTheDocument();
  });

  test('without interviews it only says that nothing waits', async () => {
    await show(server([]));
    expect(await screen.findByRole('heading', { name: 'Nothing to do' })).toBeInTheDocument();
  });
});

test('a failed load can be tried again', async () => {
  const api = server([aNeed(1, 'answer', named(1, 'Ayşe'))]).on('GET', LIST, noAnswer());
  const { person } = await show(api);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  api.on('GET', LIST, ok([aNeed(1, 'answer', named(1, 'Ayşe'))], { next: null }));
  await person.click(retry);
  expect(await group(/^Reply 1/)).toBeInTheDocument();
});

test('J and K move, R declines and goes on to the next row, S shortlists it', async () => {
  const rows = [3, 4, 5].map((id) => aNeed(id, 'decide', { minutes: 60 + id, ...named(id, `P${id}`) }));
  const api = server(rows)
    .on(
      'PUT',
      '/job/application/:id/decline',
      ok({ application: { ...anApplication({ id: 4, status: 'rejected' }), need: null } }),
    )
    .on(
      'PUT',
      '/job/application/:id/shortlist',
      ok({ application: aNeed(5, 'invite', { minutes: 600, isShortListed: true, ...named(5, 'P5') }) }),
    );
  const { person } = await show(api);
  await group(/^Decide 3/);
  await person.keyboard('jjkj');
  expect(document.activeElement).toHaveAccessibleName(/^P4 Y\. ?, 28$/);
  expect(api.callsOf('GET', '/search/application/5')).not.toHaveLength(0);
  // The second press comes before anybody can have looked at the next row.
  pressAt('r', 1_000);
  pressAt('r', 1_299);
  expect(document.activeElement).toHaveAccessibleName(/^P5 Y\. ?, 28$/);
  await group(/^Decide 2/);
  expect(api.callsOf('PUT', '/job/application/5/decline')).toEqual([]);
  expect(api.callsOf('PUT', '/job/application/4/decline')).toHaveLength(1);
  await screen.findByText(/Declined:/);
  expect(document.activeElement).toHaveAccessibleName(/^P5 Y\. ?, 28$/);
  pressAt('s', 1_300);
  expect(await group(/^Invite 1/)).toBeInTheDocument();
  expect(api.callsOf('PUT', '/job/application/5/shortlist')[0]?.body).toEqual({ isShortlisted: true });
});

test('two late answers skip no row', async () => {
  const rows = [3, 4, 5, 6].map((id) => aNeed(id, 'decide', { minutes: 60 + id, ...named(id, `P${id}`) }));
  const { store, person } = await show(server(rows));
  await group(/^Decide 4/);
  await person.keyboard('jj');
  const decline = (id: number) =>
    act(() => void store.dispatch(decisionChanged({ ...anApplication({ id, status: 'rejected' }), need: null })));
  decline(3);
  expect(document.activeElement).toHaveAccessibleName(/^P4 Y\. ?, 28$/);
  decline(4);
  expect(document.activeElement).toHaveAccessibleName(/^P5 Y\. ?, 28$/);
  decline(6);
  decline(5);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('a kind with its count leads to its group', async () => {
  const rows = [
    aNeed(1, 'answer', named(1, 'A')),
    aNeed(2, 'decide', { minutes: 60 }),
    aNeed(3, 'invite', { minutes: 90 }),
  ];
  const scroll = jest.fn();
  Element.prototype.scrollIntoView = scroll;
  const { person } = await show(server(rows));
  await person.click(await screen.findByRole('button', { name: 'Invite 1' }));
  expect(screen.getByRole('heading', { name: 'Invite 1' })).toHaveFocus();
  expect(scroll).toHaveBeenCalled();
});

test('E settles the focused conversation', async () => {
  const api = server([
    aNeed(1, 'answer', { number: 3, ...named(1, 'Ayşe') }),
    aNeed(3, 'decide', { minutes: 60, ...named(3, 'Can') }),
  ]).on('PUT', '/job/application/:id/settle', ok({ application: { ...anApplication({ id: 1 }), need: null } }));
  const { person } = await show(api);
  await group(/^Reply 1/);
  await person.keyboard('je');
  await group(/^Decide 1/);
  expect(screen.queryByRole('region', { name: /^Reply/ })).not.toBeInTheDocument();
  expect(api.callsOf('PUT', '/job/application/1/settle')[0]?.body).toEqual({ kind: 'answer', number: 3 });
});

test('? lists the keys', async () => {
  const { person } = await show(server([]));
  await screen.findByRole('heading', { name: 'Nothing to do' });
  await person.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent(
    'No reply needed (Today)',
  );
});

test('puts a row off and brings it back', async () => {
  const api = server([aNeed(1, 'offer', named(1, 'Ayşe'))]).on('PUT', '/job/application/:id/snooze', ({ body }) =>
    ok({
      application: aNeed(1, 'offer', { snoozedUntil: (body as { until: string | null }).until, ...named(1, 'Ayşe') }),
    }),
  );
  const { person } = await show(api);
  await person.click(await screen.findByRole('button', { name: 'Snooze: Ayşe Y.' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Tomorrow, 09:00' }));
  const back = await screen.findByRole('button', { name: 'Bring back: Ayşe Y.' });
  expect(api.callsOf('PUT', '/job/application/1/snooze')[0]?.body).toEqual({ until: '2026-11-21T06:00:00.000Z' });
  expect(screen.queryByRole('region', { name: /^Make an offer/ })).not.toBeInTheDocument();
  await person.click(back);
  expect(await group(/^Make an offer 1/)).toBeInTheDocument();
});

test('says of a worker to call when the interview is, and whether they are late or have not answered', async () => {
  const at = new Date(NOW + HOUR).toISOString();
  const stage = { key: 'accepted', at } as const;
  const visit = { appointmentAt: at, status: { name: 'ACTIVE' } } as const;
  const rows = [aNeed(1, 'attendance', { stage, ...named(1, 'Ayşe') }), aNeed(2, 'attendance', named(2, 'Banu'))];
  const late = { answer: 'late', minutes: 20, at, hasReply: false } as const;
  const visits = [
    anAppointment({ ...visit, id: 301, applicationId: 1, attendance: late }),
    anAppointment({ ...visit, id: 302, applicationId: 2 }),
  ];
  await show(server(rows).on('GET', '/appointment/me', ok(visits)));
  const [first, second] = within(await group(/^Call/)).getAllByRole('article');
  expect(within(first!).getByText(/^Approved/)).toBeVisible();
  expect(await within(first!).findByText('20 minutes late')).toBeInTheDocument();
  expect(within(second!).getByText('No answer yet')).toBeVisible();
});

test('records who came, with an undo', async () => {
  const came = anAppointment({
    id: 301,
    applicationId: 1,
    isApplicantCameToAppointment: true,
    lastAnswer: {
      field: 'isApplicantCameToAppointment',
      recordedAt: new Date(NOW).toISOString(),
      actorName: null,
      delivery: 'held' as never,
    },
  });
  const row = aNeed(1, 'outcome', { appointment: { id: 301, status: { name: 'ACTIVE' } }, ...named(1, 'Ayşe') });
  const api = server([row]).on('POST', '/appointment/feedback', ok({ appointment: came }));
  const { person, notices } = await show(api);
  await person.click(await screen.findByRole('button', { name: 'Came: Ayşe Y.' }));
  expect(api.callsOf('POST', '/appointment/feedback')[0]?.body).toMatchObject({
    appointmentId: 301,
    feedback: 'worker_came',
  });
  expect(notices).toMatchObject([{ id: 'today.outcome.came', undo: { type: 'appointments/undoSubmitted' } }]);
});

test.each([
  ['Started', true],
  ['Didn’t start', false],
])('records a first day by %s, with an undo', async (button, started) => {
  const hired = hiredRow({ startsAt: '2026-01-05 09:00:00' });
  const row = aNeed(1, 'first_day', { ...hired, id: 1 });
  const recorded = { ...row, firstDay: { ...row.firstDay!, started, recordedAt: new Date(NOW).toISOString() } };
  const api = server([row]).on('PUT', '/job/application/:id/first-day/outcome', ok({ application: recorded }));
  const { person, notices } = await show(api);
  await person.click(await screen.findByRole('button', { name: button }));
  const undo = { type: 'firstDay/outcomeSubmitted', payload: { applicationId: 1, started: null } };
  expect(notices).toMatchObject([{ id: 'firstDay.recorded', values: { started: String(started) }, undo }]);
});

test('a need appears by an event, without a reload', async () => {
  const api = server([]);
  const { store } = await show(api);
  await screen.findByRole('heading', { name: 'Nothing to do' });
  act(() => void store.dispatch(chatJoined()));
  api.on('GET', LIST, ok([aNeed(1, 'answer', named(1, 'Ayşe'))], { next: null }));
  act(() => void store.dispatch(applicationsChangedElsewhere({ ids: [1], reason: 'need', userId: 7 })));
  expect(await group(/^Reply 1/)).toBeInTheDocument();
});

describe('branches', () => {
  const branches = [
    { userId: 7, companyName: 'Moda', activeJobCount: 1 },
    { userId: 9, companyName: 'Kadıköy', activeJobCount: 2 },
  ];

  test('HR sees all of them and picks one, with its interviews', async () => {
    const interview = anAppointment({
      appointmentAt: '2026-11-21T07:00:00.000Z',
      startAt: '2026-11-21 10:00:00',
      status: { name: 'ACTIVE' },
      companyId: 9,
      user: { id: 501, firstName: 'Mehmet', lastName: 'Y.', phone: null, imageUrl: null },
    });
    const api = server([aNeed(1, 'answer', named(1, 'Ayşe'))])
      .on('GET', '/branch/*', ok(branches))
      .on('GET', '/user/*', ok(branches))
      .on('GET', '/appointment/me', ({ query }) => ok(query?.branchId === 9 ? [interview] : []));
    const { person, store, router } = await show(api, {
      user: aUser({ userType: 'hr_account', id: 2, grantLevel: 30 }),
    });
    await group(/^Reply 1/);
    act(() => void store.dispatch(branchJobCountsRequested.loaded(branches, undefined)));
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Branch' }), 'Kadıköy');
    await screen.findByDisplayValue('Kadıköy');
    expect(api.callsOf('GET', LIST).at(-1)?.query).toMatchObject({ branchId: 9 });
    expect(await screen.findByRole('link', { name: 'Mehmet Y.' })).toBeInTheDocument();
    // The address keeps the branch, for a tab of its own too.
    const reply = await screen.findByRole('link', { name: 'Reply: Ayşe Y.' });
    expect(reply).toHaveAttribute('href', '/jobs/detail/0/1/messages?branchId=9');
    await person.click(reply);
    expect(router.state.location.state).toMatchObject({ list: '/today?branchId=9' });
  });

  test('a branch manager has no picker and no branch of the address', async () => {
    const api = server([]);
    await show(api, { at: '/today?branchId=9' });
    await screen.findByRole('heading', { name: 'Nothing to do' });
    expect(screen.queryByRole('combobox', { name: 'Branch' })).not.toBeInTheDocument();
    expect(api.callsOf('GET', LIST)[0]?.query).not.toHaveProperty('branchId');
  });
});

describe('a new account', () => {
  const newUser = (given: Partial<ReturnType<typeof aUser>> = {}) =>
    aUser({
      userType: 'company',
      id: 7,
      counts: { jobs: 0, applications: 0, shortLists: 0 },
      imageUrl: null,
      about: null,
      ...given,
    });

  test('has three things to do, each with its button', async () => {
    await show(server([]), { user: newUser() });
    const steps = await screen.findByRole('heading', { name: 'Get started' });
    expect(steps).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Edit profile' })).toHaveAttribute('href', '/profile/edit');
    expect(screen.getByRole('link', { name: 'Post a job' })).toHaveAttribute('href', '/jobs/create');
    expect(screen.getByRole('link', { name: 'Open your page' })).toHaveAttribute('href', '/page');
  });

  test('does not read that nothing waits while steps remain', async () => {
    const { store } = await show(server([]), { user: newUser() });
    await waitFor(() => expect(selectToday(store.getState()).list.status).toBe('loaded'));
    await act(settle);
    expect(screen.queryByText('Nothing to do')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Get started' })).toBeInTheDocument();
  });

  test('done steps disappear, and all of them once somebody applied', async () => {
    const { store } = await show(server([]), {
      user: newUser({ counts: { jobs: 1, applications: 0, shortLists: 0 } }),
    });
    expect(await screen.findByRole('link', { name: 'Open your page' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Post a job' })).not.toBeInTheDocument();
    act(() => void store.dispatch(posterSaved({ userId: 7 })));
    expect(screen.queryByRole('link', { name: 'Open your page' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Edit profile' })).toBeInTheDocument();
  });

  test('an account with applications sees no first steps', async () => {
    await show(server([]), { user: newUser({ counts: { jobs: 0, applications: 1, shortLists: 0 } }) });
    await screen.findByRole('heading', { name: 'Nothing to do' });
    expect(screen.queryByText('Get started')).not.toBeInTheDocument();
  });

  test('the first steps end with the first applicant, before the session knows', async () => {
    await show(server([aNeed(1, 'decide', { minutes: 60 })]), { user: newUser() });
    await group(/^Decide 1/);
    expect(screen.queryByText('Get started')).not.toBeInTheDocument();
  });
});
