import { applicantLeft, listLeft } from '../../../../src/domains/applications';
import { listLeft as appointmentsLeft } from '../../../../src/domains/appointments';
import {
  countRequested,
  cvMailSubmitted,
  cvRequested,
  dialogClosed,
  dialogOpened,
  excelMailSubmitted,
  exportQuery,
  exportsSaga,
  workbookDismissed,
  workbookRequested,
} from '../../../../src/domains/exports';
import { loggedOut, sessionResumed } from '../../../../src/domains/session';
import type { HttpRequest } from '../../../../src/lib/http';
import { anApiError, applicationRows, aUser, noAnswer } from '../../../support/builders';
import { aFile, deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { fakeClock } from '../../../support/fakeClock';
import { aSignedInState, runWatcher } from '../../../support/testStore';

const SEARCH = '/search/application/all';
const EXCEL = '/job/application/export/excel';
const WISH = { query: { status: 'accepted', jobId: 11 }, language: 'en' } as const;

/** Fakes a server with that many applications, ids from `total` down to 1. */
const server = (total: number) =>
  fakeApi().on('GET', SEARCH, ({ query }: HttpRequest) => {
    if (query?.limit === 0) return ok([], { total });
    const newest = query?.before === undefined ? total : Number(query.before) - 1;
    return ok(applicationRows(newest, Math.max(1, newest - Number(query?.limit) + 1)));
  });

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

const start = async (api: FakeApi) => {
  const world = runWatcher(exportsSaga, { api });
  world.dispatch(dialogOpened({ dialog: 'workbook' }));
  world.dispatch(workbookRequested(WISH));
  await clock.after(0);
  return { ...world, exports: () => world.state().exports };
};

test.each([
  ['all jobs', null, {}, { createdAt: null, onlyShortlisted: false }, {}],
  ['one job', 4, {}, { createdAt: null, onlyShortlisted: false }, { jobId: 4 }],
  [
    'filters, date and shortlist',
    4,
    { q: 'ayşe', came: false },
    { createdAt: '2026-10-20', onlyShortlisted: true },
    { jobId: 4, q: 'ayşe', came: false, createdAt: '2026-10-20', isShortlisted: true },
  ],
])('the query of an export: %s', (_name, jobId, filters, wish, expected) => {
  expect(exportQuery(jobId, filters, wish)).toEqual({ status: 'accepted,in_progress,rejected', ...expected });
});

test('counts the selected applications and all of them; ignores a late count', async () => {
  const api = fakeApi().on('GET', SEARCH, ({ query }) => ok([], { total: query?.q ? 3 : 40 }));
  const { dispatch, state } = runWatcher(exportsSaga, { api });
  dispatch(countRequested({ query: { q: 'a' }, all: {} }));
  await clock.after(0);
  expect(state().exports.count).toEqual({ status: 'loaded', data: { matching: 3, total: 40 } });
  dispatch(countRequested({ query: {}, all: {} }));
  await clock.after(0);
  expect(state().exports.count).toEqual({ status: 'loaded', data: { matching: 40, total: 40 } });
  expect(api.calls).toHaveLength(3);
});

describe('up to 2,000 rows', () => {
  test.each([1, 500, 1234, 2000])('%d: the workbook has every id once and is saved', async (total) => {
    const api = server(total).on('POST', EXCEL, aFile('xlsx', 'Applications_20_11_2026.xlsx'));
    const { exports, ports, notices } = await start(api);
    const { body, accept } = api.callsOf('POST', EXCEL)[0] as unknown as {
      body: { applications: { id: number }[]; language: string };
      accept: string;
    };
    expect(accept).toContain('spreadsheetml');
    expect(new Set(body.applications.map(({ id }) => id)).size).toBe(total);
    expect(body.language).toBe('en');
    expect(ports.saveFile).toHaveBeenCalledWith(expect.objectContaining({ name: 'Applications_20_11_2026.xlsx' }));
    expect(exports()).toMatchObject({ workbook: { status: 'loaded' }, dialog: null });
    expect(notices).toEqual([{ id: 'exports.excel.saved', kind: 'success' }]);
  });

  test.each([
    ['no answer', noAnswer(), 'network'],
    ['too many requests', anApiError(429, 'error.too_many_requests'), 'limited'],
    ['fault', anApiError(500), 'unknown'],
  ])('%s: shows a notice and can be tried again', async (_name, error, kind) => {
    const api = server(3).on('POST', EXCEL, error);
    const { exports, dispatch, notices, ports } = await start(api);
    expect(exports()).toMatchObject({ workbook: { status: 'failed', error: { kind } }, dialog: 'workbook' });
    expect(notices).toEqual([{ id: 'common.errors.errorOccurred', kind: 'error' }]);
    api.on('POST', EXCEL, aFile('xlsx', null));
    dispatch(workbookRequested(WISH));
    await clock.after(0);
    expect(ports.saveFile).toHaveBeenCalledWith(expect.objectContaining({ name: 'Applications.xlsx' }));
  });

  test('an export without rows fails', async () => {
    const { exports } = await start(server(0));
    expect(exports().workbook).toMatchObject({ status: 'failed', error: { kind: 'notFound' } });
  });
});

describe('over 2,000 rows', () => {
  const ID = 'a'.repeat(32);
  const EXPORT = `/job/application/export/${ID}`;
  const big = () =>
    server(2001)
      .on('POST', EXCEL, ok({ exportId: ID }))
      .on('GET', EXPORT, ok({ state: 'running', done: 500, total: 2001 }))
      .on('GET', `${EXPORT}/file`, aFile('xlsx', 'Applications_20_11_2026.xlsx'));

  test('is refused if the user unticked some', async () => {
    const api = big();
    const { exports, dispatch, notices } = await start(api);
    dispatch(workbookDismissed());
    const before = api.callsOf('POST', EXCEL).length;
    dispatch(workbookRequested({ ...WISH, except: [7] }));
    await clock.after(0);
    expect(api.callsOf('POST', EXCEL)).toHaveLength(before);
    expect(exports().workbook.status).toBe('failed');
    expect(notices).toEqual([{ id: 'bulk.exportTooMany', kind: 'error' }]);
  });

  test('is made in the background, polled every 2 s, and continues while the dialog is closed', async () => {
    const api = big();
    const { exports, dispatch, ports } = await start(api);
    expect(api.callsOf('POST', EXCEL)[0]?.body).toEqual({ query: WISH.query, language: 'en' });
    expect(api.callsOf('GET', EXPORT)).toHaveLength(0);
    await clock.after(2000);
    expect(exports().progress).toEqual({ done: 500, total: 2001 });
    dispatch(dialogClosed());
    api.on('GET', EXPORT, ok({ state: 'done', done: 2001, total: 2001 }));
    await clock.after(1999);
    expect(api.callsOf('GET', EXPORT)).toHaveLength(1);
    await clock.after(1);
    expect(ports.saveFile).toHaveBeenCalledTimes(1);
    expect(exports()).toMatchObject({ workbook: { status: 'loaded' }, progress: null });
    await clock.after(10_000);
    expect(api.callsOf('GET', EXPORT)).toHaveLength(2);
  });

  test.each([
    ['no answer', noAnswer()],
    ['a server that restarts', anApiError(503)],
    ['too many requests', anApiError(429)],
  ])('a poll that fails with %s shows no error', async (_name, error) => {
    const api = big().on('GET', EXPORT, error);
    const { exports } = await start(api);
    await clock.after(4000);
    expect(exports().workbook.status).toBe('loading');
    expect(api.callsOf('GET', EXPORT)).toHaveLength(2);
  });

  const reloaded = async (api: FakeApi, ownerId = 7) => {
    const user = aUser({ id: 7 });
    const state = { ...aSignedInState(user), pendingExport: { export: { id: ID, ownerId } } };
    const world = runWatcher(exportsSaga, { api, state });
    await clock.after(0);
    return world;
  };

  test('continues with its progress after a reload', async () => {
    const api = big();
    const { state, ports } = await reloaded(api);
    expect(state().exports).toMatchObject({ workbook: { status: 'loading' }, progress: { done: 0, total: 0 } });
    await clock.after(2000);
    expect(state().exports.progress).toEqual({ done: 500, total: 2001 });
    api.on('GET', EXPORT, ok({ state: 'done', done: 2001, total: 2001 }));
    await clock.after(2000);
    expect(ports.saveFile).toHaveBeenCalledTimes(1);
    expect(state().pendingExport.export).toBeNull();
    expect(api.callsOf('POST', EXCEL)).toHaveLength(0);
  });

  test('is not polled when it belongs to somebody else or no longer exists', async () => {
    const others = big();
    expect((await reloaded(others, 8)).state().exports.workbook.status).toBe('init');
    expect(others.callsOf('GET', EXPORT)).toHaveLength(0);
    const { state, notices } = await reloaded(big().on('GET', EXPORT, anApiError(404)));
    expect(state().exports.workbook.status).toBe('init');
    expect(state().pendingExport.export).toBeNull();
    expect(notices).toEqual([]);
  });

  test('is stored for its owner while it is made, and removed when the owner dismisses it', async () => {
    const api = big();
    const world = runWatcher(exportsSaga, { api, state: aSignedInState(aUser({ id: 7 })) });
    world.dispatch(workbookRequested(WISH));
    await clock.after(0);
    expect(world.state().pendingExport.export).toEqual({ id: ID, ownerId: 7 });
    world.dispatch(workbookDismissed());
    expect(world.state().pendingExport.export).toBeNull();
  });

  test('waits for a lost session', async () => {
    const api = big().on('GET', EXPORT, anApiError(401));
    const { exports, dispatch, ports } = await start(api);
    await clock.after(20_000);
    expect(api.callsOf('GET', EXPORT)).toHaveLength(1);
    api.on('GET', EXPORT, ok({ state: 'done', done: 2001, total: 2001 }));
    dispatch(sessionResumed({ user: aUser(), accessToken: 'token-2' }));
    await clock.after(2000);
    expect(ports.saveFile).toHaveBeenCalledTimes(1);
    expect(exports().workbook.status).toBe('loaded');
  });

  test.each([
    ['failed', ok({ state: 'failed', done: 9, total: 2001 })],
    ['gone', anApiError(404)],
  ])('an export that is %s shows a notice, and the next try starts a new one', async (_name, answer) => {
    const api = big().on('GET', EXPORT, answer);
    const { exports, dispatch, notices } = await start(api);
    await clock.after(2000);
    expect(exports().workbook.status).toBe('failed');
    expect(notices).toHaveLength(1);
    dispatch(workbookRequested(WISH));
    await clock.after(0);
    expect(api.callsOf('POST', EXCEL)).toHaveLength(2);
  });

  test.each([
    ['stopped', workbookDismissed()],
    ['the session ended', loggedOut()],
  ])('%s: stops polling and saves nothing', async (_name, event) => {
    const api = big();
    const { dispatch, ports, exports } = await start(api);
    await clock.after(2000);
    dispatch(event);
    await clock.after(10_000);
    expect(api.callsOf('GET', EXPORT)).toHaveLength(1);
    expect(ports.saveFile).not.toHaveBeenCalled();
    expect(exports().workbook.status).toBe('init');
  });
});

describe('by mail', () => {
  const run = async (api: FakeApi, event: { type: string }) => {
    const world = runWatcher(exportsSaga, { api });
    world.dispatch(dialogOpened({ dialog: 'excelMail' }));
    world.dispatch(event);
    await clock.after(0);
    return { ...world, exports: () => world.state().exports };
  };
  const EXCEL_MAIL = excelMailSubmitted({ jobId: null, email: 'a@b.test', language: 'tr' });
  const CV_MAIL = cvMailSubmitted({ jobId: 11, applicationId: 101, email: 'a@b.test', languageCode: 'es' });

  test.each([
    ['Excel', EXCEL_MAIL, `${EXCEL}/send`, { jobId: null, email: 'a@b.test', language: 'tr' }],
    ['CV', CV_MAIL, '/job/detail/11/export-pdf', { applicationId: 101, email: 'a@b.test', languageCode: 'es' }],
  ])('%s: shows a notice and closes the dialog', async (_name, event, path, body) => {
    const api = fakeApi().on('POST', path, ok(null));
    const { exports, notices } = await run(api, event);
    expect(api.calls[0]?.body).toEqual(body);
    expect(exports()).toMatchObject({ dialog: null, mail: { status: 'init' } });
    expect(notices).toHaveLength(1);
  });

  test.each([
    ['Excel', EXCEL_MAIL],
    ['CV', CV_MAIL],
  ])('%s: shows the failure in the dialog', async (_name, event) => {
    const api = fakeApi()
      .on('POST', `${EXCEL}/send`, anApiError(429, 'error.too_many_requests'))
      .on('POST', '/job/detail/11/export-pdf', anApiError(429, 'error.too_many_requests'));
    const { exports, notices } = await run(api, event);
    expect(exports()).toMatchObject({ dialog: 'excelMail', mail: { status: 'failed', error: { kind: 'limited' } } });
    expect(notices).toEqual([]);
  });

  test.each([
    ['Excel', EXCEL_MAIL],
    ['CV', CV_MAIL],
  ])('%s: shows a notice when the dialog was closed meanwhile', async (_name, event) => {
    const api = fakeApi()
      .on('POST', `${EXCEL}/send`, anApiError(500))
      .on('POST', '/job/detail/11/export-pdf', anApiError(500));
    const world = runWatcher(exportsSaga, { api });
    world.dispatch(event);
    world.dispatch(dialogClosed());
    await clock.after(0);
    expect(world.notices).toEqual([{ id: 'common.errors.errorOccurred', kind: 'error' }]);
  });
});

test.each([
  ['applicant', applicantLeft()],
  ['list', listLeft()],
  ['agenda', appointmentsLeft()],
])('an open dialog closes with its page: %s', (_name, left) => {
  const { dispatch, state } = runWatcher(exportsSaga);
  dispatch(dialogOpened({ dialog: 'cvMail' }));
  dispatch(left);
  expect(state().exports.dialog).toBeNull();
});

describe('a slow mail', () => {
  const mail = (jobId: number) => cvMailSubmitted({ jobId, applicationId: 101, email: 'a@b.test', languageCode: 'es' });
  const mailAndOpen = () => {
    const reply = deferred<ReturnType<typeof ok>>();
    const api = fakeApi()
      .on('POST', '/job/detail/11/export-pdf', () => reply.promise)
      .on('POST', '/job/detail/12/export-pdf', ok(null));
    const world = runWatcher(exportsSaga, { api });
    for (const event of [
      dialogOpened({ dialog: 'cvMail' }),
      mail(11),
      dialogClosed(),
      dialogOpened({ dialog: 'cvMail' }),
    ])
      world.dispatch(event);
    return { ...world, reply };
  };

  test('does not close the dialog of the next one', async () => {
    const { reply, notices, state } = mailAndOpen();
    reply.resolve(ok(null));
    await clock.after(0);
    expect(notices).toHaveLength(1);
    expect(state().exports).toMatchObject({ dialog: 'cvMail', mail: { status: 'init' } });
  });

  test('tells its failure beside the dialog of the next one', async () => {
    const { reply, notices, state } = mailAndOpen();
    reply.reject(anApiError(500, 'error.unknown_error'));
    await clock.after(0);
    expect(notices).toEqual([{ id: 'common.errors.errorOccurred', kind: 'error' }]);
    expect(state().exports).toMatchObject({ dialog: 'cvMail', mail: { status: 'init' } });
  });

  test('does not swallow the next one', async () => {
    const { api, dispatch } = mailAndOpen();
    dispatch(mail(12));
    await clock.after(0);
    expect(api.callsOf('POST', '/job/detail/12/export-pdf')).toHaveLength(1);
  });
});

describe('a CV', () => {
  const ask = async (api: FakeApi) => {
    const world = runWatcher(exportsSaga, { api });
    world.dispatch(cvRequested({ applicationId: 101, fullName: 'Ayşe Yılmaz', languageCode: 'tr' }));
    await clock.after(0);
    return world;
  };

  test('is requested as a PDF and saved', async () => {
    const api = fakeApi().on('POST', '/export/pdf/cv', aFile('%PDF', 'Ayşe Yılmaz_CV_20_11_2026.pdf'));
    const { ports, state } = await ask(api);
    expect(api.calls[0]).toMatchObject({
      accept: 'application/pdf',
      body: { userInformation: { applicationId: 101 }, languageCode: 'tr' },
    });
    expect(ports.saveFile).toHaveBeenCalledWith(expect.objectContaining({ name: 'Ayşe Yılmaz_CV_20_11_2026.pdf' }));
    expect(state().exports.cvDownloads).toEqual({});
  });

  test('shows a notice when it fails', async () => {
    const { notices, state } = await ask(fakeApi().on('POST', '/export/pdf/cv', anApiError(500)));
    expect(notices).toEqual([{ id: 'common.errors.errorOccurred', kind: 'error' }]);
    expect(state().exports.cvDownloads[101]?.status).toBe('failed');
  });
});
