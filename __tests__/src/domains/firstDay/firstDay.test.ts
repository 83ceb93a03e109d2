import type { FirstDay } from '../../../../contract/schemas/firstDay';
import { applicantLoaded, applicantOpened, selectApplicant } from '../../../../src/domains/applications';
import {
  dueRequested,
  firstDayOpened,
  firstDaySaga,
  firstDayStage,
  firstDaySubmitted,
  outcomeSubmitted,
  undoEndsAt,
} from '../../../../src/domains/firstDay';
import { anApplicationDetail } from '../../../support/applicationDetail';
import { anApiError, anApplication, aUser, noAnswer } from '../../../support/builders';
import { fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { aFirstDay, hiredRow } from '../../../support/firstDays';
import { aSignedInState, runWatcher } from '../../../support/testStore';

const FIRST_DAY = '/job/application/:id/first-day';
const OUTCOME = '/job/application/:id/first-day/outcome';
const LIST = '/search/application/all';
const BODY = { startsAt: '2026-11-24 09:00:00', place: 'Moda 5', askFor: null, bring: null };

const run = async (api: FakeApi) => {
  const world = runWatcher(firstDaySaga, { api, state: aSignedInState(aUser()) });
  world.dispatch(applicantOpened({ applicationId: 101 }));
  world.dispatch(applicantLoaded(anApplicationDetail({ status: 'accepted', isApplicantAcceptTheOffer: true })));
  const send = async (event: Parameters<typeof world.dispatch>[0]) => {
    world.dispatch(event);
    await settle();
  };
  const shown = () => {
    const { detail } = selectApplicant(world.state());
    return detail.status === 'loaded' ? detail.data.firstDay : null;
  };
  return { ...world, send, shown, slice: () => world.state().firstDay };
};

describe('the stage', () => {
  const zone = 'Europe/Istanbul';
  const at = Date.parse('2026-11-24T06:00:00Z');

  test.each<[string, Parameters<typeof firstDayStage>[0], number, string]>([
    ['before an offer', anApplication(), at, 'none'],
    ['after a refused offer', anApplication({ isApplicantAcceptTheOffer: false }), at, 'none'],
    ['accepted', hiredRow(null), at, 'unset'],
    ['withdrawn', { ...hiredRow(), status: 'rejected' }, at, 'none'],
    ['one minute before', hiredRow(), at - 60_000, 'ahead'],
    ['at its start', hiredRow(), at, 'begun'],
    ['started', hiredRow({ started: true }), at, 'recorded'],
    ['did not start', hiredRow({ started: false }), at, 'recorded'],
  ])('%s', (_name, application, now, expected) => {
    expect(firstDayStage(application, now, zone)).toBe(expected);
  });

  test('an undo is possible for 15 minutes', () => {
    expect(undoEndsAt(aFirstDay({ recordedAt: '2026-11-24T07:00:00.000Z' }))).toBe(Date.parse('2026-11-24T07:15:00Z'));
    expect(undoEndsAt(aFirstDay())).toBeNull();
  });
});

describe('setting a first day', () => {
  const submitted = firstDaySubmitted({ applicationId: 101, name: 'Ayşe', body: BODY });

  test.each([
    [{ isTold: true }, 'true'],
    [{ isTold: false }, 'false'],
    [{}, 'null'],
  ])('shows the new first day everywhere and confirms it (%j)', async (answer, told) => {
    const api = fakeApi().on('PUT', FIRST_DAY, ok({ application: hiredRow(), ...answer }));
    const { send, shown, slice, notices, types } = await run(api);
    await send(submitted);
    expect(api.callsOf('PUT', FIRST_DAY)[0]).toMatchObject({ path: '/job/application/101/first-day', body: BODY });
    expect(slice().save[101]).toEqual({ status: 'loaded', data: null });
    expect(shown()).toEqual(aFirstDay());
    expect(types()).toContain('rowRefreshed');
    expect(notices).toEqual([{ id: 'firstDay.saved', values: { name: 'Ayşe', told }, kind: 'success' }]);
  });

  test.each([
    ['no answer', noAnswer(), 'network.no_answer', false],
    ['no session', anApiError(401, 'error.unauthorized'), 'error.unauthorized', false],
    ['a colleague took the offer back', anApiError(409, 'offer.not_accepted'), 'offer.not_accepted', true],
    ['already recorded', anApiError(409, 'first_day.recorded'), 'first_day.recorded', true],
  ])('%s: the form keeps its failure; outdated data reload', async (_name, error, key, reloads) => {
    const { send, slice, notices, types } = await run(fakeApi().on('PUT', FIRST_DAY, error));
    await send(submitted);
    expect(slice().save[101]).toMatchObject({ status: 'failed', error: { key } });
    expect(types().includes('detailChanged')).toBe(reloads);
    expect(notices).toEqual([]);
    await send(firstDayOpened({ applicationId: 101 }));
    expect(slice().save[101]).toBeUndefined();
  });
});

describe('the outcome', () => {
  test.each([[true], [false], [null]])('%s is sent and shown', async (started) => {
    const row = hiredRow({ started, recordedAt: started === null ? null : '2026-11-24T07:00:00.000Z' });
    const api = fakeApi().on('PUT', OUTCOME, ok({ application: row }));
    const { send, shown, slice } = await run(api);
    await send(outcomeSubmitted({ applicationId: 101, started }));
    expect(api.callsOf('PUT', OUTCOME)[0]?.body).toEqual({ started });
    expect(slice().outcome[101]).toEqual({ status: 'loaded', data: null });
    expect(shown()?.started).toBe(started);
  });

  test.each([
    ['no answer', noAnswer(), 'network', 'network.no_answer', false],
    ['too late to undo', anApiError(409, 'feedback.too_old'), 'conflict', 'feedback.too_old', true],
    ['not begun', anApiError(409, 'first_day.ahead'), 'conflict', 'first_day.ahead', true],
  ])('%s: a notice says why', async (_name, error, kind, key, reloads) => {
    const { send, slice, notices, types } = await run(fakeApi().on('PUT', OUTCOME, error));
    await send(outcomeSubmitted({ applicationId: 101, started: true }));
    expect(slice().outcome[101]).toMatchObject({ status: 'failed' });
    expect(notices).toEqual([{ id: 'firstDay.outcome.failed', kind: 'error', failure: { kind, key } }]);
    expect(types().includes('detailChanged')).toBe(reloads);
  });
});

describe('first days that wait for a record', () => {
  const due = (...days: [id: number, given?: Partial<FirstDay>][]) =>
    ok(days.map(([id, given]) => ({ ...hiredRow(given), id })));
  const ids = ({ firstDay }: ReturnType<Awaited<ReturnType<typeof run>>['state']>) =>
    firstDay.due.list.status === 'loaded' ? firstDay.due.list.data.map(({ id }) => id) : firstDay.due.list.status;

  test('are asked for one job or for all', async () => {
    const api = fakeApi().on('GET', LIST, due([101]));
    const { send } = await run(api);
    await send(dueRequested({ jobId: 11 }));
    await send(dueRequested({ jobId: null }));
    expect(api.callsOf('GET', LIST).map(({ query }) => query)).toEqual([
      { firstDay: 'due', jobId: 11, limit: 50 },
      { firstDay: 'due', jobId: null, limit: 50 },
    ]);
  });

  test('a recorded one stays, so that it can be undone, although the server lists it no more', async () => {
    const recorded = hiredRow({ started: true, recordedAt: '2026-11-24T07:00:00.000Z' });
    const api = fakeApi()
      .on('GET', LIST, due([101], [102]))
      .on('PUT', OUTCOME, ok({ application: recorded }));
    const { send, state } = await run(api);
    await send(dueRequested({ jobId: null }));
    await send(outcomeSubmitted({ applicationId: 101, started: true }));
    api.on('GET', LIST, due([102]));
    await send(dueRequested({ jobId: null }));
    expect(ids(state())).toEqual([102, 101]);
    api.on('GET', LIST, due([101], [102]));
    await send(dueRequested({ jobId: null }));
    expect(ids(state())).toEqual([101, 102]);
  });

  test('a failed refresh keeps the rows; another job starts anew', async () => {
    const api = fakeApi().on('GET', LIST, due([101]));
    const { send, state } = await run(api);
    await send(dueRequested({ jobId: null }));
    api.on('GET', LIST, anApiError(500));
    await send(dueRequested({ jobId: null }));
    expect(ids(state())).toEqual([101]);
    await send(dueRequested({ jobId: 11 }));
    expect(ids(state())).toBe('failed');
  });
});
