import {
  IMPORT_FIELDS,
  importActions,
  importsSaga,
  selectImportRows,
  selectImports,
  selectResults,
  selectTable,
  selectTableProblem,
} from '../../../../src/domains/imports';
import { branchActions, staffSaga } from '../../../../src/domains/organisation';
import { ApiError } from '../../../../src/lib/http';
import type { Sheet } from '../../../../src/lib/sheet/types';
import { anApiError, noAnswer } from '../../../support/builders';
import { fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { aBranch } from '../../../support/staff';
import { runWatcher, together } from '../../../support/testStore';

const PATH = '/branch-accounts/import';
const LIST = '/branch-accounts/list';
const header = ['Şube adı', 'Ad', 'Soyad', 'E-posta', 'Konum'];
const rowsOf = (count: number, place = (at: number) => `Yer ${at % 3}`) =>
  Array.from({ length: count }, (_, at) => ({
    line: at + 2,
    cells: [`Şube ${at}`, 'Ayşe', 'Yılmaz', `sube${at}@example.com`, place(at)],
    formulas: [] as number[],
    isHidden: false,
  }));
/** Returns a sheet with the names of the columns above the rows. */
const sheetOf = (rows: ReturnType<typeof rowsOf>, name = 'Şubeler'): Sheet => ({
  name,
  isHidden: false,
  headerAt: 0,
  rows: [{ line: 1, cells: header, formulas: [], isHidden: false }, ...rows],
});

interface Body {
  rows: { email: string }[];
}
/** Refuses one email as taken and creates the rest. */
const createAll = ({ body }: { body?: unknown }) =>
  ok({
    results: (body as Body).rows.map(({ email }, index) =>
      email === 'sube3@example.com'
        ? { index, ok: false, errors: { children: { email: { errors: ['user.email.form_validation.unique'] } } } }
        : { index, ok: true, id: index + 1 },
    ),
  });
const anApi = () =>
  fakeApi()
    .on('GET', LIST, ok({ branch_accounts: [] }))
    .on('GET', '/places', ok([{ name: 'Moda', latitude: 40.98, longitude: 29.02 }]))
    .on('POST', PATH, createAll);

const open = async (api: FakeApi = anApi(), rows = rowsOf(60)) => {
  const world = runWatcher(together(staffSaga, importsSaga), { api });
  world.dispatch(importActions.importOpened({ kind: 'branch', columnFields: [...IMPORT_FIELDS.branch] }));
  world.dispatch(importActions.fileChosen());
  world.dispatch(importActions.fileRead({ fileName: 'a.xlsx', sheets: [sheetOf(rows)] }));
  await settle();
  return world;
};
const keysOf = (api: FakeApi) => api.callsOf('POST', PATH).map(({ headers }) => headers?.['Idempotency-Key']);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('searches each place once, then creates the rows in several calls with keys of their own', async () => {
  const { api, dispatch, state } = await open();
  expect(api.callsOf('GET', '/places').map(({ query }) => query?.q)).toEqual(['yer 0', 'yer 1', 'yer 2']);
  expect(selectImports(state()).search.status).toBe('loaded');
  expect(selectImportRows(state()).every(({ body }) => body !== null)).toBe(true);
  dispatch(importActions.creationRequested());
  expect(selectImports(state()).creation.status).toBe('loading');
  await settle();
  const { creation, results } = selectImports(state());
  expect([creation.status, results.length]).toEqual(['loaded', 60]);
  expect(results.filter(({ ok: isCreated }) => !isCreated)).toEqual([
    { index: 3, ok: false, errors: [{ field: 'email', error: 'user.email.form_validation.unique' }] },
  ]);
  expect(api.callsOf('POST', PATH).map(({ body }) => (body as Body).rows.length)).toEqual([50, 10]);
  expect(new Set(keysOf(api)).size).toBe(2);
});

test('skips rows with errors and keeps the place of each result in the file', async () => {
  const rows = rowsOf(4);
  rows[1]!.cells[3] = 'nonsense';
  const { api, dispatch, state } = await open(anApi(), rows);
  dispatch(importActions.creationRequested());
  await settle();
  expect(api.callsOf('POST', PATH).map(({ body }) => (body as Body).rows.map(({ email }) => email))).toEqual([
    ['sube0@example.com', 'sube2@example.com', 'sube3@example.com'],
  ]);
  expect(selectImports(state()).results.map(({ index, ok: isCreated }) => [index, isCreated])).toEqual([
    [0, true],
    [2, true],
    [3, false],
  ]);
});

test.each([
  ['no answer', () => noAnswer(), 2000],
  ['a call still running', () => new ApiError({ status: 409, key: 'idempotency.in_flight', retryAfter: 1 }), 2000],
  ['a busy server', () => new ApiError({ status: 503, key: 'error.unavailable', retryAfter: 3 }), 3000],
])('sends a call again with the same key after %s', async (_name, failure, wait) => {
  let tries = 0;
  const api = anApi().on('POST', PATH, (request) => ((tries += 1) === 1 ? failure() : createAll(request)));
  const { dispatch, state } = await open(api, rowsOf(2));
  dispatch(importActions.creationRequested());
  await settle();
  expect(selectImports(state()).creation.status).toBe('loading');
  await jest.advanceTimersByTimeAsync(wait);
  expect(selectImports(state()).creation.status).toBe('loaded');
  expect(new Set(keysOf(api)).size).toBe(1);
});

test('stops at a failure, keeps what was added, and continues with the same keys', async () => {
  let tries = 0;
  const api = anApi().on('POST', PATH, (request) => ((tries += 1) === 2 ? anApiError(500) : createAll(request)));
  const { dispatch, state } = await open(api);
  dispatch(importActions.creationRequested());
  await settle();
  expect(selectImports(state())).toMatchObject({ creation: { status: 'failed' }, results: { length: 50 } });
  dispatch(importActions.creationRequested());
  await settle();
  expect(selectImports(state())).toMatchObject({ creation: { status: 'loaded' }, results: { length: 60 } });
  const keys = keysOf(api);
  expect(keys[1]).toBe(keys[2]);
  expect(keys[0]).not.toBe(keys[1]);
});

test('continues with the bodies that it began with, although the accounts changed meanwhile', async () => {
  const api = anApi().on('POST', PATH, anApiError(500));
  const { dispatch } = await open(api, rowsOf(3));
  dispatch(branchActions.listRequested());
  await settle();
  dispatch(importActions.creationRequested());
  await settle();
  // The first call did add a row, and its answer was lost.
  api.on('GET', LIST, ok({ branch_accounts: [aBranch({ email: 'sube0@example.com' })] }));
  api.on('POST', PATH, createAll);
  dispatch(branchActions.listRequested());
  await settle();
  dispatch(importActions.creationRequested());
  await settle();
  const [first, again] = api.callsOf('POST', PATH);
  expect(again?.body).toEqual(first?.body);
  expect(new Set(keysOf(api)).size).toBe(1);
});

test.each([
  ['after an import', () => importActions.creationRequested()],
  ['when another file is chosen', () => importActions.fileChosen()],
])('loads the accounts again %s, and a failure keeps those that it knew', async (_name, event) => {
  const { api, dispatch, state, ports } = await open(anApi(), rowsOf(2));
  dispatch(branchActions.listRequested());
  await settle();
  api.on('GET', LIST, anApiError(500));
  const before = api.callsOf('GET', LIST).length;
  dispatch(event());
  await settle();
  expect(api.callsOf('GET', LIST)).toHaveLength(before + 1);
  expect(state().branches.list).toMatchObject({ status: 'loaded', data: [] });
  expect(ports.navigate.to).not.toHaveBeenCalled();
});

test('stops at the limit of the day, and leaving ends the creation', async () => {
  const limit = new ApiError({ status: 429, key: 'error.too_many_requests', retryAfter: 40_000 });
  const world = await open(anApi().on('POST', PATH, limit), rowsOf(2));
  world.dispatch(importActions.creationRequested());
  await settle();
  expect(selectImports(world.state()).creation).toMatchObject({ status: 'failed', error: { kind: 'limited' } });

  const left = await open(anApi().on('POST', PATH, noAnswer()), rowsOf(2));
  left.dispatch(importActions.creationRequested());
  await settle();
  left.dispatch(importActions.importLeft());
  await jest.advanceTimersByTimeAsync(60_000);
  expect(left.api.callsOf('POST', PATH)).toHaveLength(1);
  expect(selectImports(left.state()).file.status).toBe('init');
});

test('a failed search can be repeated; a column chosen by hand starts it anew', async () => {
  const { api, dispatch, state } = await open(anApi().on('GET', '/places', noAnswer()), rowsOf(1));
  const errors = () => selectImportRows(state())[0]!.errors.location?.id;
  expect(errors()).toBe('imports.error.searchFailed');
  api.on('GET', '/places', ok([]));
  dispatch(importActions.searchRetried());
  await settle();
  expect(errors()).toBe('imports.error.placeUnknown');
  dispatch(importActions.columnChosen({ field: 'location', column: 0 }));
  await settle();
  expect(api.callsOf('GET', '/places').at(-1)?.query?.q).toBe('sube 0');
  expect(selectImports(state()).columns).toContainEqual({ field: 'companyName', column: null });
});

test('a corrected row that the server refused is sent again, and the added ones are not', async () => {
  const { api, dispatch, state } = await open(anApi(), rowsOf(5));
  dispatch(importActions.creationRequested());
  await settle();
  expect(selectResults(state()).get(3)).toMatchObject({ ok: false });
  dispatch(importActions.cellCorrected({ index: 3, field: 'email', value: 'other@example.com' }));
  await settle();
  expect(selectImports(state()).creation.status).toBe('init');
  dispatch(importActions.creationRequested());
  await settle();
  expect(api.callsOf('POST', PATH).map(({ body }) => (body as Body).rows.map(({ email }) => email))).toEqual([
    rowsOf(5).map(({ cells }) => cells[3]),
    ['other@example.com'],
  ]);
  expect([...selectResults(state()).values()].filter(({ ok: isAdded }) => isAdded)).toHaveLength(5);
});

test('a corrected cell is checked again, searched again, and is no formula any more', async () => {
  const rows = rowsOf(1);
  Object.assign(rows[0]!, { cells: ['Şube', 'Ayşe', 'Yılmaz'], formulas: [1] });
  const { api, state, dispatch } = await open(anApi(), rows);
  const errors = () => Object.keys(selectImportRows(state())[0]!.errors);
  expect(errors()).toEqual(['firstName', 'email', 'location']);
  for (const [field, value] of [
    ['firstName', 'Ada'],
    ['location', 'Moda'],
    ['email', 'ada@example.com'],
  ] as const)
    dispatch(importActions.cellCorrected({ index: 0, field, value }));
  await settle();
  expect(errors()).toEqual([]);
  expect(api.callsOf('GET', '/places').map(({ query }) => query?.q)).toContain('moda');
  expect(selectImportRows(state())[0]!.body).toMatchObject({ location: '40.98, 29.02' });
});

test('a hidden sheet is not the first choice, and its rows are added only when ticked', async () => {
  const hidden = { ...sheetOf(rowsOf(2), 'Eski'), isHidden: true };
  for (const row of hidden.rows) row.isHidden = true;
  const world = await open();
  const { dispatch, state, api } = world;
  dispatch(importActions.fileRead({ fileName: 'a.xlsx', sheets: [hidden, sheetOf(rowsOf(4))] }));
  expect(selectTable(state()).rows).toHaveLength(4);
  dispatch(importActions.sheetChosen({ sheetAt: 0 }));
  dispatch(importActions.rowsTicked({ indices: [0, 1], isTicked: true }));
  dispatch(importActions.rowsTicked({ indices: [0], isTicked: false }));
  await settle();
  dispatch(importActions.creationRequested());
  await settle();
  expect(api.callsOf('POST', PATH).map(({ body }) => (body as Body).rows.map(({ email }) => email))).toEqual([
    ['sube1@example.com'],
  ]);
});

test('another row can name the columns; a sheet without rows below it, or with too many, says so', async () => {
  const { dispatch, state } = await open(anApi(), rowsOf(3));
  expect(selectTableProblem(state())).toBeNull();
  dispatch(importActions.headerChosen({ headerAt: 1 }));
  expect(selectTable(state())).toMatchObject({ header: rowsOf(1)[0]!.cells, rows: { length: 2 } });
  expect(selectImports(state()).columns.every(({ column }) => column === null)).toBe(true);
  dispatch(importActions.headerChosen({ headerAt: 3 }));
  expect(selectTableProblem(state())).toBe('empty');
  dispatch(importActions.fileRead({ fileName: 'a.xlsx', sheets: [sheetOf(rowsOf(1001))] }));
  expect(selectTableProblem(state())).toBe('tooManyRows');
});

test('coordinates that are found only with their numbers swapped are marked so', async () => {
  const api = anApi().on('GET', '/places', ({ query }) =>
    ok(query?.q === '41.01, 28.97' ? [{ name: 'Fatih', latitude: 41.01, longitude: 28.97 }] : []),
  );
  const places = ['41,01; 28,97', '28,97; 41,01', '52.5, 13.4'];
  const { state } = await open(
    api,
    rowsOf(3, (at) => places[at]!),
  );
  expect(selectImportRows(state()).map(({ errors }) => errors.location?.id)).toEqual([
    undefined,
    'imports.error.coordinatesSwapped',
    'imports.error.coordinatesForeign',
  ]);
});
