import { HOUR } from '../../../../contract/constants/time';
import {
  applicationsSaga,
  appointmentChanged,
  detailChanged,
  hasWaitingOf,
  selectRefusedDecision,
  selectWaiting,
  selectWaitingAct,
  shortlistToggled,
  waitingActions,
  type WaitingDecision,
} from '../../../../src/domains/applications';
import { applicationsActions } from '../../../../src/domains/applications/slice';
import { chatJoined, visibilityChanged } from '../../../../src/domains/chat';
import {
  declineRequested,
  decisionsSaga,
  lastDecision,
  reopenRequested,
  selectDeclineState,
  selectQuestion,
} from '../../../../src/domains/decisions';
import { logoutRequested, sessionExpired, sessionResumed } from '../../../../src/domains/session';
import { ApiError, type HttpRequest } from '../../../../src/lib/http';
import { anApiError, anApplication, applicationRows, aUser, noAnswer } from '../../../support/builders';
import { declinedRow } from '../../../support/decisions';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { fakeClock } from '../../../support/fakeClock';
import { withKeptAnswer } from '../../../support/fakePorts';
import { aSignedInState, runWatcher, together } from '../../../support/testStore';

const DECLINE = '/job/application/:id/decline';
const STAR = '/job/application/:id/shortlist';
const DETAIL = '/search/application/:id';
const user = aUser({ id: 7 });

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

const idIn = ({ path }: HttpRequest) => Number(/\d+/.exec(path)![0]);

/** Fakes a server that accepts every decision. */
const obeying = () =>
  fakeApi()
    .on('PUT', DECLINE, (call) => ok({ application: declinedRow({ id: idIn(call) }) }))
    .on('DELETE', DECLINE, (call) => ok({ application: anApplication({ id: idIn(call) }), wasTold: false }))
    .on('PUT', STAR, (call) =>
      ok({
        application: anApplication({
          id: idIn(call),
          isShortListed: (call.body as { isShortlisted: boolean }).isShortlisted,
        }),
      }),
    );

const silent = (api: FakeApi) =>
  api.on('PUT', DECLINE, noAnswer()).on('DELETE', DECLINE, noAnswer()).on('PUT', STAR, noAnswer());

const start = (api: FakeApi, { isOnline = true, entries = [] as WaitingDecision[] } = {}) => {
  const state = aSignedInState(user);
  const world = runWatcher(together(applicationsSaga, decisionsSaga), {
    api,
    state: { ...state, waiting: { entries, refused: [], sending: null, begun: [] } },
  });
  let made = 0;
  world.ports.random.id = () => `id-${(made += 1)}`;
  world.live.world.isOnline = isOnline;
  world.dispatch(
    applicationsActions.listLoaded({
      query: world.state().applications.query,
      rows: applicationRows(105, 101),
      next: null,
    }),
  );
  /** Time for four decisions, after each of which the tab keeps its lock for 200 ms. */
  const decide = async (event: Parameters<typeof world.dispatch>[0]) => {
    world.dispatch(event);
    await clock.after(900);
  };
  /** Returns the sent calls: method, application, action and key. */
  const sent = () =>
    api.calls
      .filter(({ path }) => path.startsWith('/job/application/'))
      .map(
        (call) => `${call.method} ${idIn(call)} ${call.path.split('/').at(-1)} ${call.headers?.['Idempotency-Key']}`,
      );
  const waiting = () => selectWaiting(world.state()).entries.map(({ act, applicationId: id }) => `${act} ${id}`);
  return { ...world, decide, sent, waiting };
};

const decline = (applicationId: number) => declineRequested({ applicationId, name: 'Ayşe Yılmaz' });
const anEntry = (key: string, given: Partial<WaitingDecision> = {}): WaitingDecision => ({
  key,
  ownerId: 7,
  applicationId: 103,
  act: 'decline',
  isTried: false,
  ...given,
});

test('without a network the user can go on, and the decisions are sent in order once it is back', async () => {
  const { decide, sent, waiting, live, state, ports } = start(obeying(), { isOnline: false });
  await decide(decline(103));
  expect([sent(), waiting(), selectDeclineState(103)(state())]).toEqual([[], ['decline 103'], 'loaded']);
  expect(lastDecision.select(state())).toMatchObject({ applicationId: 103, kind: 'declined' });
  expect(ports.persist.flush).toHaveBeenCalled();
  await decide(shortlistToggled({ id: 104, isShortlisted: true }));
  await decide(decline(105));
  expect(waiting()).toEqual(['decline 103', 'star 104', 'decline 105']);
  expect(state().applications.shortlist[104]).toBeUndefined();
  live.world.isOnline = true;
  await decide(visibilityChanged());
  expect(sent()).toEqual(['PUT 103 decline id-1', 'PUT 104 shortlist id-2', 'PUT 105 decline id-3']);
  expect([waiting(), selectWaiting(state()).sending]).toEqual([[], null]);
  expect(state().applications.known[104]).toMatchObject({ isShortListed: true });
  expect(state().applications.items).toEqual([104, 102, 101]);
});

test('a decision without an answer is sent again with the same key, and no notice says that it failed', async () => {
  const api = silent(obeying());
  const { decide, sent, waiting, notices } = start(api);
  await decide(decline(103));
  expect(waiting()).toEqual(['decline 103']);
  await decide(shortlistToggled({ id: 104, isShortlisted: true }));
  expect(new Set(sent().filter((one) => one.startsWith('PUT 103')))).toEqual(new Set(['PUT 103 decline id-1']));
  api
    .on('PUT', DECLINE, (call) => ok({ application: declinedRow({ id: idIn(call) }) }))
    .on('PUT', STAR, (call) => ok({ application: anApplication({ id: idIn(call), isShortListed: true }) }));
  await clock.after(60_000);
  expect(sent().slice(-2)).toEqual(['PUT 103 decline id-1', 'PUT 104 shortlist id-2']);
  expect([waiting(), notices]).toEqual([[], []]);
});

test('an undo cancels an unsent decision, and reverts at the server one that may have arrived', async () => {
  const api = obeying();
  const never = start(api, { isOnline: false });
  await never.decide(decline(103));
  await never.decide(reopenRequested({ applicationId: 103 }));
  expect([never.waiting(), never.sent()]).toEqual([[], []]);
  expect(lastDecision.select(never.state())).toMatchObject({ kind: 'reopened', wasTold: false });

  const perhaps = start(silent(obeying()));
  await perhaps.decide(decline(103));
  await perhaps.decide(reopenRequested({ applicationId: 103 }));
  expect(perhaps.waiting()).toEqual(['reopen 103']);
});

test('decisions of an earlier visit are sent once the shell is there, those of another user are not', async () => {
  const entries = [anEntry('a', { ownerId: 8 }), anEntry('b', { act: 'star', applicationId: 104 })];
  const { decide, sent, waiting } = start(obeying(), { entries });
  await decide(chatJoined());
  expect(sent()).toEqual(['PUT 104 shortlist b']);
  expect(waiting()).toEqual(['decline 103']);
});

test('a decision waits while the session is lost', async () => {
  const { decide, sent } = start(obeying(), { entries: [anEntry('a')] });
  await decide(sessionExpired());
  await decide(chatJoined());
  expect(sent()).toEqual([]);
  await decide(sessionResumed({ user, accessToken: 'new' }));
  expect(sent()).toEqual(['PUT 103 decline a']);
});

describe('the refusal of a waiting decision', () => {
  test('appears in a notice and at its row, which shows the server’s state; the next decisions are sent', async () => {
    const api = obeying()
      .on('PUT', DECLINE, anApiError(409, 'application.withdrawn'))
      .on('GET', DETAIL, ok({ application: anApplication({ id: 103, status: 'rejected' }) }));
    const entries = [anEntry('a'), anEntry('b', { act: 'star', applicationId: 104 })];
    const { decide, sent, state, notices } = start(api, { entries });
    await decide(chatJoined());
    expect(sent()).toEqual(['PUT 103 decline a', 'PUT 104 shortlist b']);
    expect(selectRefusedDecision(103)(state())).toMatchObject({
      act: 'decline',
      failure: { key: 'application.withdrawn' },
    });
    expect(state().applications.known[103]).toMatchObject({ status: 'rejected' });
    expect(notices).toEqual([expect.objectContaining({ id: 'decisions.decline.failed', kind: 'error', stays: true })]);
    await decide(waitingActions.refusalClosed({ applicationId: 103 }));
    expect(selectRefusedDecision(103)(state())).toBeUndefined();
  });

  test('takes away the offer to undo it, and no other', async () => {
    const api = obeying().on('PUT', DECLINE, noAnswer());
    const { decide, state, live } = start(api, { isOnline: false, entries: [anEntry('a', { applicationId: 104 })] });
    await decide(decline(103));
    expect(lastDecision.select(state())).toMatchObject({ applicationId: 103 });
    api.on('PUT', DECLINE, (call) => (idIn(call) === 104 ? anApiError(409, 'application.withdrawn') : noAnswer()));
    live.world.isOnline = true;
    await decide(visibilityChanged());
    expect(selectRefusedDecision(104)(state())).toBeDefined();
    expect(lastDecision.select(state())).toMatchObject({ applicationId: 103 });
    api.on('PUT', DECLINE, anApiError(409, 'application.withdrawn'));
    await decide(visibilityChanged());
    expect(selectRefusedDecision(103)(state())).toBeDefined();
    expect(lastDecision.select(state())).toBeNull();
  });

  test('ends with the next decision about the same application', async () => {
    const api = obeying().on('PUT', DECLINE, anApiError(409, 'application.withdrawn'));
    const { decide, state } = start(api, { entries: [anEntry('a')] });
    await decide(chatJoined());
    expect(selectRefusedDecision(103)(state())).toBeDefined();
    await decide(shortlistToggled({ id: 103, isShortlisted: true }));
    expect(selectRefusedDecision(103)(state())).toBeUndefined();
  });

  test('shows nothing when an earlier try of this user had arrived', async () => {
    const by = `${user.firstName} ${user.lastName}`;
    const row = declinedRow({ id: 103 });
    const api = obeying()
      .on('PUT', DECLINE, anApiError(409, 'application.declined'))
      .on('GET', DETAIL, ok({ application: { ...row, decision: { ...row.decision, by } } }));
    const { decide, state, waiting, notices } = start(api, { entries: [anEntry('a')] });
    await decide(chatJoined());
    expect([waiting(), selectRefusedDecision(103)(state()), notices]).toEqual([[], undefined, []]);
  });

  test('because of an open interview stays at its row and in a notice like any other', async () => {
    const refused = new ApiError({
      status: 409,
      key: 'application.has_appointment',
      payload: { appointment: { id: 7, startAt: '2026-11-24 10:00:00', reach: 'sms' } },
    });
    const api = obeying()
      .on('PUT', DECLINE, refused)
      .on('GET', DETAIL, ok({ application: anApplication({ id: 103 }) }));
    const { decide, state, waiting, notices } = start(api, { entries: [anEntry('a')] });
    await decide(chatJoined());
    expect([waiting(), selectQuestion(state())]).toEqual([[], null]);
    expect(selectRefusedDecision(103)(state())).toMatchObject({ failure: { key: 'application.has_appointment' } });
    expect(notices).toEqual([expect.objectContaining({ id: 'decisions.decline.failed', stays: true })]);
  });
});

describe('a decision that was first sent 23 hours ago, without an answer', () => {
  const old = (given: Partial<WaitingDecision> = {}) =>
    anEntry('a', { isTried: true, triedAt: Date.now() - 23 * HOUR, ...given });

  test.each([
    ['decline', anApplication({ id: 103 })],
    ['reopen', declinedRow({ id: 103 })],
    ['reopen', anApplication({ id: 103, status: 'rejected' })],
    ['star', anApplication({ id: 103, isShortListed: false })],
    ['unstar', anApplication({ id: 103, isShortListed: true })],
  ] as const)('is not sent again: %s', async (act, application) => {
    const api = obeying().on('GET', DETAIL, ok({ application }));
    const { decide, sent, waiting, state, notices } = start(api, { entries: [old({ act })] });
    await decide(chatJoined());
    expect([sent(), waiting()]).toEqual([[], []]);
    expect(selectRefusedDecision(103)(state())).toMatchObject({ act, failure: { key: 'decision.unconfirmed' } });
    expect(notices).toEqual([expect.objectContaining({ kind: 'error', stays: true })]);
  });

  test('ends without a notice if the server has it', async () => {
    const api = obeying().on('GET', DETAIL, ok({ application: anApplication({ id: 103, isShortListed: true }) }));
    const { decide, sent, waiting, state, notices } = start(api, { entries: [old({ act: 'star' })] });
    await decide(chatJoined());
    expect([sent(), waiting(), notices]).toEqual([[], [], []]);
    expect(selectRefusedDecision(103)(state())).toBeUndefined();
  });

  test('says who declined, if a colleague did', async () => {
    const api = obeying().on('GET', DETAIL, ok({ application: declinedRow({ id: 103 }) }));
    const { decide, state } = start(api, { entries: [old()] });
    await decide(chatJoined());
    expect(selectRefusedDecision(103)(state())).toMatchObject({ failure: { key: 'application.declined' } });
  });

  test('waits on while only this device can tell what the server has', async () => {
    const { decide, waiting, notices, ports } = start(obeying().on('GET', DETAIL, noAnswer()), { entries: [old()] });
    withKeptAnswer(ports, ok({ application: anApplication({ id: 103 }) }));
    await decide(chatJoined());
    expect([waiting(), notices]).toEqual([['decline 103'], []]);
  });

  test('is sent again before that', async () => {
    const { decide, sent } = start(obeying(), { entries: [old({ triedAt: Date.now() - 23 * HOUR + 1 })] });
    await decide(chatJoined());
    expect(sent()).toEqual(['PUT 103 decline a']);
  });
});

test('a first try that the server turned away does not count', async () => {
  const api = obeying().on('PUT', DECLINE, anApiError(401));
  const { decide, sent } = start(api, { entries: [anEntry('a')] });
  await decide(chatJoined());
  await clock.after(24 * HOUR);
  api.on('PUT', DECLINE, (call) => ok({ application: declinedRow({ id: idIn(call) }) }));
  const before = sent().length;
  await decide(sessionResumed({ user, accessToken: 'new' }));
  expect(sent().slice(before)).toEqual(['PUT 103 decline a']);
});

test('a refusal names nobody when the row could not be read', async () => {
  const api = obeying().on('PUT', DECLINE, anApiError(404)).on('GET', DETAIL, anApiError(404));
  const { decide, notices } = start(api, { entries: [anEntry('a', { applicationId: 9 })] });
  await decide(chatJoined());
  expect(notices).toEqual([
    expect.objectContaining({ id: 'decisions.refused', values: { act: 'decline', reason: '' }, stays: true }),
  ]);
});

test('a decision that waited for days is tried like a new one', async () => {
  const api = silent(obeying());
  const { decide, sent, waiting } = start(api, { isOnline: true, entries: [anEntry('a')] });
  await clock.after(72 * HOUR);
  await decide(chatJoined());
  await clock.after(10_000);
  expect(new Set(sent())).toEqual(new Set(['PUT 103 decline a']));
  expect([sent().length > 1, waiting()]).toEqual([true, ['decline 103']]);
});

test('a decision that is being sent counts as one that may have arrived, in each tab and after a reload', async () => {
  const api = obeying().on('PUT', DECLINE, () => new Promise(() => undefined));
  const { decide, live, state, ports } = start(api, { entries: [anEntry('a')] });
  await decide(chatJoined());
  expect(selectWaiting(state()).entries).toMatchObject([{ key: 'a', isTried: true }]);
  expect(ports.persist.flush).toHaveBeenCalled();
  expect(live.world.posted).toContainEqual(
    expect.objectContaining({ action: expect.objectContaining({ type: 'waiting/decisionSent' }) }),
  );
});

test('a new decision is stored before it is sent, and sent again at the next visit if no answer came', async () => {
  const api = obeying().on('PUT', DECLINE, () => new Promise(() => undefined));
  const { decide, sent, state, ports } = start(api);
  await decide(decline(103));
  expect(selectWaiting(state()).entries).toMatchObject([{ key: 'id-1', act: 'decline', isTried: true }]);
  expect(ports.persist.flush).toHaveBeenCalled();
  // The row does not say that it waits.
  expect(selectWaitingAct(103)(state())).toBeUndefined();
  await decide(chatJoined());
  expect(sent()).toEqual(['PUT 103 decline id-1']);
  const next = start(obeying(), { entries: selectWaiting(state()).entries });
  await next.decide(chatJoined());
  expect([next.sent(), next.waiting()]).toEqual([['PUT 103 decline id-1'], []]);
});

test('a second decision about an application waits for the answer to the first', async () => {
  const answer = deferred<ReturnType<typeof ok>>();
  const { decide, sent, waiting } = start(obeying().on('PUT', DECLINE, () => answer.promise));
  await decide(decline(103));
  await decide(reopenRequested({ applicationId: 103 }));
  await decide(decline(105));
  expect(sent()).toEqual(['PUT 103 decline id-1', 'PUT 105 decline id-3']);
  answer.resolve(ok({ application: declinedRow({ id: 103 }) }));
  await clock.after(0);
  expect(sent().at(-1)).toBe('DELETE 103 decline id-2');
  expect(waiting()).toEqual([]);
});

test('a decision that the server refuses at once is not stored', async () => {
  const { decide, waiting, notices } = start(obeying().on('PUT', DECLINE, anApiError(409, 'application.withdrawn')));
  await decide(decline(103));
  expect([waiting(), notices.length]).toEqual([[], 1]);
});

test('a decision that the server cannot save now holds up only those about the same application', async () => {
  const api = obeying().on('PUT', DECLINE, (call) =>
    idIn(call) === 103 ? Promise.reject(anApiError(500)) : ok({ application: declinedRow({ id: idIn(call) }) }),
  );
  const entries = [
    anEntry('a'),
    anEntry('b', { applicationId: 105 }),
    anEntry('c', { act: 'reopen' }),
    anEntry('d', { act: 'star', applicationId: 104 }),
  ];
  const { decide, sent, waiting } = start(api, { entries });
  await decide(chatJoined());
  expect(sent()).toEqual(['PUT 103 decline a', 'PUT 105 decline b', 'PUT 104 shortlist d']);
  expect(waiting()).toEqual(['decline 103', 'reopen 103']);
  await clock.after(10_000);
  expect(sent().slice(3, 5)).toEqual(['PUT 103 decline a', 'PUT 103 decline a']);
});

test('a waiting decline that cancels the interview reloads what shows the interview', async () => {
  const entries = [anEntry('a', { options: { cancelAppointment: true } })];
  const { decide, events } = start(obeying(), { entries });
  await decide(chatJoined());
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining([appointmentChanged.type, detailChanged.type]));
});

test('between two tries another tab may send, and this tab then sends nothing twice', async () => {
  const { decide, live, sent, waiting } = start(silent(obeying()), { entries: [anEntry('a')] });
  await decide(chatJoined());
  expect([sent(), [...live.world.locks]]).toEqual([['PUT 103 decline a'], []]);
  // The other tab sends now.
  live.world.isLeader = false;
  await clock.after(30_000);
  expect(sent()).toHaveLength(1);
  live.world.receive({ type: 'decisions', action: waitingActions.decisionSettled({ key: 'a' }) });
  live.world.becomeLeader();
  await clock.after(60_000);
  expect([sent(), waiting()]).toEqual([['PUT 103 decline a'], []]);
});

test.each([0, 100, 199, 200, 300])('a decision made %d ms after the last one was sent is sent too', async (pause) => {
  const { dispatch, sent } = start(obeying(), { entries: [anEntry('a')] });
  dispatch(chatJoined());
  await clock.after(pause);
  dispatch(waitingActions.decisionQueued(anEntry('b', { applicationId: 105 })));
  await clock.after(1000);
  expect(sent()).toEqual(['PUT 103 decline a', 'PUT 105 decline b']);
});

test('a network that comes back while a try ends is not missed', async () => {
  const { dispatch, sent } = start(silent(obeying()), { entries: [anEntry('a')] });
  dispatch(chatJoined());
  await clock.after(100);
  dispatch(visibilityChanged());
  await clock.after(200);
  expect(sent()).toEqual(['PUT 103 decline a', 'PUT 103 decline a']);
});

test('a second tab shows the waiting decision and leaves the sending to the tab of the decision', async () => {
  const { decide, live, sent, state } = start(obeying(), { isOnline: false });
  await decide(decline(103));
  expect(live.world.posted).toContainEqual(
    expect.objectContaining({ type: 'decisions', action: expect.objectContaining({ type: 'waiting/decisionQueued' }) }),
  );
  const other = start(obeying());
  const queued = live.world.posted.find((one) => (one as { type: string }).type === 'decisions');
  other.live.world.receive(queued);
  await clock.after(0);
  expect(selectWaitingAct(103)(other.state())).toBe('decline');
  expect(other.sent()).toEqual([]);
  await clock.after(1000);
  expect(other.sent()).toEqual(['PUT 103 decline id-1']);
  expect([sent(), selectWaitingAct(103)(state())]).toEqual([[], 'decline']);
});

test('another tab sends a new decision only if the tab of the decision ends before the answer', async () => {
  const first = start(obeying().on('PUT', DECLINE, () => new Promise(() => undefined)));
  await first.decide(decline(103));
  const other = start(obeying());
  other.ports.random.id = () => 'own';
  for (const one of first.live.world.posted) other.live.world.receive(one);
  await other.decide(decline(105));
  await other.decide(sessionResumed({ user, accessToken: 'new' }));
  await clock.after(30_000);
  expect([other.sent(), other.waiting()]).toEqual([['PUT 105 decline own'], ['decline 103']]);
  expect(selectWaitingAct(103)(other.state())).toBeUndefined();
  await clock.after(10_000);
  expect([other.sent().at(-1), other.waiting()]).toEqual(['PUT 103 decline id-1', []]);
});

test('an answer that another tab heard leaves nothing to take over', async () => {
  const first = start(obeying());
  await first.decide(decline(103));
  const other = start(obeying());
  for (const one of first.live.world.posted) other.live.world.receive(one);
  await clock.after(60_000);
  expect([other.sent(), other.waiting()]).toEqual([[], []]);
});

test('a first try that gets no answer for 3 s waits too, and its next one sends the same key', async () => {
  const api = obeying();
  const { dispatch, sent, waiting, state, notices } = start(api);
  const isShown = () => selectWaitingAct(103)(state()) === 'decline';
  api.on('PUT', DECLINE, () => (sent().length > 1 ? noAnswer() : new Promise<never>(() => undefined)));
  dispatch(decline(103));
  await clock.after(2999);
  expect([isShown(), lastDecision.select(state())]).toEqual([false, null]);
  await clock.after(1);
  expect(isShown()).toBe(true);
  expect(lastDecision.select(state())).toMatchObject({ applicationId: 103, kind: 'declined' });
  // The second try got no answer either.
  api.on('PUT', DECLINE, ok({ application: declinedRow({ id: 103 }) }));
  await clock.after(40_000);
  expect(sent().slice(0, 2)).toEqual(['PUT 103 decline id-1', 'PUT 103 decline id-1']);
  expect([waiting(), notices]).toEqual([[], []]);
});

test('a first try while another tab sends the same decision waits like one without an answer', async () => {
  const api = obeying().on('PUT', DECLINE, anApiError(409, 'idempotency.in_flight'));
  const { decide, waiting, notices } = start(api);
  await decide(decline(103));
  expect([waiting(), notices]).toEqual([['decline 103'], []]);
});

test('signing out deletes this user’s waiting decisions', async () => {
  const { decide, state, waiting } = start(silent(obeying()), {
    entries: [anEntry('a'), anEntry('b', { ownerId: 8 })],
  });
  expect([hasWaitingOf(7)(state()), hasWaitingOf(9)(state()), hasWaitingOf(7)({})]).toEqual([true, false, false]);
  await decide(logoutRequested());
  expect(selectWaiting(state()).entries.map(({ key }) => key)).toEqual(['b']);
  expect(waiting()).toEqual(['decline 103']);
});
