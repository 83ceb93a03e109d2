import {
  answerDialogOpened,
  answerSubmitted,
  countOverdue,
  daysLeft,
  eraseDialogOpened,
  eraseSubmitted,
  fileRequested,
  switchSubmitted,
  holdDialogOpened,
  holdSubmitted,
  isUrgent,
  monthsSubmitted,
  openCountRequested,
  peopleDue,
  privacyOpened,
  privacySaga,
} from '../../../../src/domains/privacy';
import { selectUsesPersonalFilters } from '../../../../src/domains/session';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { ok, type FakeApi } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { aRequest, privacyServer } from '../../../support/privacy';
import { aSignedInState, runWatcher } from '../../../support/testStore';

const run = (api: FakeApi) => {
  const world = runWatcher(privacySaga, { api, state: aSignedInState(aUser({ userType: 'root' })) });
  const send = async (event: Parameters<typeof world.dispatch>[0]) => {
    world.dispatch(event);
    await settle();
    await settle();
  };
  return { ...world, send, slice: () => world.state().privacy, holds: () => world.state().privacy };
};
const person = { workerId: 7, firstName: 'Ayşe', lastName: 'Yılmaz', imageUrl: null, isOnHold: false };

test.each([
  ['2026-12-20T09:00:00Z', 27, false],
  ['2026-11-29T20:59:00Z', 6, true],
  ['2026-11-23T20:59:00Z', 0, true],
  ['2026-11-23T09:00:00Z', 0, true],
  // The marketplace's day begins at 21:00 UTC.
  ['2026-11-23T21:00:00Z', 1, true],
  ['2026-11-22T20:59:00Z', -1, true],
])('%s is %d days away', (dueAt, days, urgent) => {
  expect([daysLeft(dueAt, Date.parse('2026-11-23T10:00:00Z'), 'Europe/Istanbul'), isUrgent(days)]).toEqual([
    days,
    urgent,
  ]);
});

test('counts the people who are due for a choice of months', () => {
  expect(peopleDue({ from: null, due: [{ months: 6, people: 2 }] }, 6)).toBe(2);
  expect(peopleDue({ from: null, due: [] }, 12)).toBe(0);
});

test('opening loads the settings, the requests and a named person', async () => {
  const application = { user: { id: 7, firstName: 'Ayşe', lastName: 'Yılmaz', imageUrl: null } };
  const api = privacyServer().on('GET', '/search/application/:id', ok({ application }));
  const { send, slice } = run(api);
  await send(privacyOpened({ applicationId: 70 }));
  expect(slice()).toMatchObject({
    overview: { status: 'loaded', data: { settings: { retentionMonths: 12 } } },
    requests: { status: 'loaded', data: { rows: [aRequest()], total: 1 } },
    person: { status: 'loaded', data: { ...person, hold: null } },
  });
  api.on('GET', '/privacy/requests', noAnswer());
  await send(privacyOpened({ applicationId: null }));
  expect(slice().requests).toMatchObject({ status: 'loaded', refreshError: { kind: 'network' } });
  expect(slice().person).toEqual({ status: 'init' });
});

test('a choice of months names the version; a conflict shows what somebody else saved', async () => {
  const api = privacyServer();
  const { send, slice } = run(api);
  await send(privacyOpened({ applicationId: null }));
  await send(monthsSubmitted({ months: 6 }));
  expect(api.callsOf('PUT', '/organisation/settings')[0]?.body).toEqual({
    tellingMinutes: 60,
    version: 3,
    retentionMonths: 6,
  });
  expect(slice().overview).toMatchObject({ data: { settings: { retentionMonths: 6, version: 4 } } });
  api.on('PUT', '/organisation/settings', anApiError(409, 'settings.changed'));
  await send(monthsSubmitted({ months: 24 }));
  expect(slice().save).toMatchObject({ status: 'failed', error: { kind: 'conflict' } });
  expect(api.callsOf('GET', '/organisation/settings')).toHaveLength(3);
});

test('a file is saved, and its request stays open', async () => {
  const api = privacyServer();
  const { send, slice, ports } = run(api);
  await send(privacyOpened({ applicationId: null }));
  await send(fileRequested({ workerId: 7 }));
  expect(slice().files[7]).toEqual({ status: 'loaded', data: null });
  expect(ports.saveFile).toHaveBeenCalledWith(expect.objectContaining({ name: 'Person_2026-11-23.json' }));
  expect(api.callsOf('POST', '/privacy/requests/:id/answered')).toHaveLength(0);
  api.on('POST', '/privacy/workers/:id/export', noAnswer());
  await send(fileRequested({ workerId: 7 }));
  expect(slice().files[7]).toMatchObject({ status: 'failed' });
});

test('an erasure closes its dialog and loads again; a refusal keeps the dialog', async () => {
  const api = privacyServer();
  const { send, slice } = run(api);
  await send(privacyOpened({ applicationId: null }));
  await send(eraseDialogOpened(person));
  api.on('POST', '/privacy/workers/:id/erase', anApiError(409, 'privacy.open_appointment'));
  await send(eraseSubmitted({ workerId: 7, confirmName: 'Ayşe Yılmaz' }));
  expect(slice()).toMatchObject({ erasing: person, erasure: { status: 'failed' } });
  api.on('POST', '/privacy/workers/:id/erase', ok({ erasure: { erasedAt: '2026-11-23T10:00:00.000Z' } }));
  await send(eraseSubmitted({ workerId: 7, confirmName: 'Ayşe Yılmaz' }));
  expect(slice()).toMatchObject({ erasing: null, erasure: { status: 'loaded' } });
  expect(api.callsOf('GET', '/privacy/requests')).toHaveLength(2);
});

test('counts the overdue requests', () => {
  const at = Date.parse('2026-12-21T10:00:00Z');
  const late = aRequest({ dueAt: '2026-12-20T10:00:00.000Z' });
  const others = [aRequest({ ...late, state: 'done' }), aRequest({ dueAt: '2026-12-21T09:00:00.000Z' })];
  expect(countOverdue([late, ...others], at, 'Europe/Istanbul')).toBe(1);
});

test('an answered request is read again; a refusal keeps its dialog', async () => {
  const api = privacyServer([aRequest({ kind: 'data' })]);
  const { send, slice } = run(api);
  await send(privacyOpened({ applicationId: null }));
  await send(answerDialogOpened(aRequest({ kind: 'data' })));
  api.on('POST', '/privacy/requests/:id/answered', noAnswer());
  await send(answerSubmitted({ id: 1 }));
  expect(slice()).toMatchObject({ answering: { id: 1 }, answer: { status: 'failed' } });
  api.on('POST', '/privacy/requests/:id/answered', ok({ request: { closedAt: '2026-11-23T10:00:00.000Z' } }));
  await send(answerSubmitted({ id: 1 }));
  expect(slice()).toMatchObject({ answering: null, answer: { status: 'loaded' } });
  expect(api.callsOf('GET', '/privacy/requests')).toHaveLength(2);
});

test('a hold and its end close their dialog and load everything again', async () => {
  const api = privacyServer();
  const { send, slice, holds } = run(api);
  await send(privacyOpened({ applicationId: null }));
  await send(holdDialogOpened(person));
  await send(holdSubmitted({ workerId: 7, note: 'A dispute' }));
  expect(api.callsOf('PUT', '/privacy/workers/7/hold')[0]?.body).toEqual({ isOnHold: true, note: 'A dispute' });
  expect(holds()).toMatchObject({ holding: null, holds: { data: { rows: [{ note: 'A dispute' }] } } });
  expect(slice().requests).toMatchObject({ data: { rows: [{ worker: { isOnHold: true } }] } });
  await send(holdDialogOpened({ ...person, isOnHold: true }));
  api.on('PUT', '/privacy/workers/:id/hold', noAnswer());
  await send(holdSubmitted({ workerId: 7, note: null }));
  expect(api.callsOf('PUT', '/privacy/workers/7/hold')[1]?.body).toEqual({ isOnHold: false });
  expect(holds()).toMatchObject({ holding: { workerId: 7 }, holdChange: { status: 'failed' } });
});

test('the open requests are counted without being listed', async () => {
  const api = privacyServer();
  const { send, slice } = run(api);
  await send(openCountRequested());
  expect(slice().openCount).toEqual({ status: 'loaded', data: 1 });
  expect(api.callsOf('GET', '/privacy/requests')[0]?.query).toEqual({ state: 'open', limit: 0 });
});

test('switching the filters off changes the session’s user at once; a conflict reads again', async () => {
  const api = privacyServer();
  const { send, slice, state } = run(api);
  await send(privacyOpened({ applicationId: null }));
  await send(switchSubmitted({ name: 'personalFilters', isOn: false }));
  expect(api.callsOf('PUT', '/organisation/settings')[0]?.body).toEqual({
    tellingMinutes: 60,
    version: 3,
    personalFilters: false,
  });
  expect(slice()).toMatchObject({
    switches: { personalFilters: { status: 'loaded' } },
    overview: { data: { settings: { personalFilters: false } } },
  });
  expect(selectUsesPersonalFilters(state())).toBe(false);
  api.on('PUT', '/organisation/settings', anApiError(409, 'settings.changed'));
  await send(switchSubmitted({ name: 'personalFilters', isOn: true }));
  expect(slice().switches.personalFilters).toMatchObject({ status: 'failed', error: { kind: 'conflict' } });
  expect(api.callsOf('GET', '/organisation/settings')).toHaveLength(2);
});

test('erasing somebody of the list keeps the named person', async () => {
  const application = { user: { id: 8, firstName: 'Can', lastName: 'Kaya', imageUrl: null } };
  const api = privacyServer().on('GET', '/search/application/:id', ok({ application }));
  const { send, slice } = run(api);
  await send(privacyOpened({ applicationId: 80 }));
  await send(eraseDialogOpened(person));
  await send(eraseSubmitted({ workerId: 7, confirmName: 'Ayşe Yılmaz' }));
  expect(slice()).toMatchObject({ erasing: null, person: { status: 'loaded', data: { workerId: 8 } } });
});
