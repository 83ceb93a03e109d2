import { SEARCH_MAX, IMPORT_CHUNK_MAX } from '../../../contract/constants/limits';
import type { BranchBody, HrBody, ImportResult } from '../../../contract/schemas/organisation';
import type { Api } from '../../lib/api';
import { locationText, placeOf, placeScopeOf } from '../../lib/location';
import type { ImportKind } from './columns';
import { type Lookup, type LookupField, missingLookups } from './rows';
import {
  type RowResult,
  selectCells,
  selectImportRows,
  selectImports,
  selectLookups,
  selectResults,
  importActions,
} from './slice';
import { all, call, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { port, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { isSoonAllowed, isTemporary, persistently } from '../kit/persistently';
import { safely, until } from '../kit/safely';
import { SessionEnded } from '../kit/session';
import { branchActions, branchNamesRequested, hrActions, selectBranches, selectHrAccounts } from '../organisation';
import { selectUser, SESSION_ENDS } from '../session';

type Scope = ReturnType<typeof placeScopeOf>;

const getPlaceOptions = async (api: Api, q: string, scope: Scope): Promise<Lookup['options']> =>
  (await api.call('GET /shared-api/places', { query: { q, ...scope } })).map((place) => ({
    name: place.name,
    value: locationText(place),
  }));

/** Searches a place by name, or by coordinates, whose two numbers may be swapped. */
const getPlaceLookup = async (api: Api, q: string, scope: Scope): Promise<Pick<Lookup, 'options' | 'isSwapped'>> => {
  const options = await getPlaceOptions(api, q, scope);
  const point = placeOf(q);
  if (options.length > 0 || !point) return { options };
  const swapped = locationText({ latitude: point.longitude, longitude: point.latitude });
  return { options, isSwapped: (await getPlaceOptions(api, swapped, scope)).length > 0 };
};

/** Searches a place or a tax office; the best match is chosen. */
const getLookup = async (
  api: Api,
  { field, searched, scope }: { field: LookupField; searched: string; scope: Scope },
): Promise<Lookup> => {
  const found = { field, searched, status: 'loaded', option: 0 } as const;
  if (searched.length > SEARCH_MAX) return { ...found, options: [] };
  if (field === 'location') return { ...found, ...(await getPlaceLookup(api, searched, scope)) };
  const offices = await api.call('GET /tax-offices', { query: { q: searched } });
  return { ...found, options: offices.map(({ id, name }) => ({ name, value: String(id) })) };
};

const errorsOf = ({ errors }: ImportResult): RowResult['errors'] =>
  Object.entries(errors?.children ?? {}).flatMap(([field, node]) =>
    node.errors?.[0] === undefined ? [] : [{ field, error: node.errors[0] }],
  );

/** Creates accounts and returns the result of each row; `indices` are the rows' places in the file. */
const postImport = async (
  api: Api,
  kind: ImportKind,
  { key, indices, rows }: { key: string; indices: readonly number[]; rows: (BranchBody | HrBody)[] },
): Promise<RowResult[]> => {
  const request = { headers: { 'Idempotency-Key': key } };
  const { results } =
    kind === 'branch'
      ? await api.call('POST /branch-accounts/import', { ...request, body: { rows: rows as BranchBody[] } })
      : await api.call('POST /hr-accounts/import', { ...request, body: { rows } });
  return results.map((result) => ({
    index: indices[result.index] ?? -1,
    ok: result.ok,
    errors: errorsOf(result),
  }));
};

/** Searches that run at the same time. */
const SEARCHES = 5;
/** Rows of one call: fewer than the server allows, so that the progress bar moves. */
const CHUNK = Math.min(50, IMPORT_CHUNK_MAX);
/** Searches one text; returns a failed lookup after a failure, and the page offers to search again. */
function* search(wanted: { field: LookupField; searched: string }): Step<Lookup> {
  const scope = placeScopeOf(yield* read(selectUser));
  try {
    return yield* persistently((api) => getLookup(api, { ...wanted, scope }), isSoonAllowed);
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    return { ...wanted, status: 'failed', options: [], option: 0 };
  }
}

function* searchAll(): Step<void> {
  const missing = missingLookups(yield* read(selectCells), yield* read(selectLookups));
  yield put(importActions.searchStarted());
  for (let at = 0; at < missing.length; at += SEARCHES) {
    const found = (yield all(missing.slice(at, at + SEARCHES).map((wanted) => call(search, wanted)))) as Lookup[];
    yield put(importActions.lookupsLoaded(found));
  }
  yield put(importActions.searchFinished());
}

/** Chooses the rows of a new creation; after a failure the old one continues with its rows and keys. */
function* startCreation(): Step<void> {
  const { queue, results } = yield* read(selectImports);
  if (results.length < queue.length) return;
  const resultOf = yield* read(selectResults);
  const rows = yield* read(selectImportRows);
  const ready = rows.flatMap(({ index, body }) => (body && !resultOf.get(index)?.ok ? [{ index, body }] : []));
  const random = yield* port('random');
  yield put(importActions.creationStarted({ importKey: random.id(), queue: ready }));
}

function* sendChunk(): Step<RowResult[]> {
  const { kind, importKey, queue, results } = yield* read(selectImports);
  const chunk = queue.slice(results.length, results.length + CHUNK);
  const request = {
    // With the same key, a repeated call creates nothing twice.
    key: `${importKey}-${results.length}`,
    indices: chunk.map(({ index }) => index),
    rows: chunk.map(({ body }) => body),
  };
  return yield* persistently((api) => postImport(api, kind, request), isTemporary);
}

function* createRows(): Step<void> {
  yield* startCreation();
  for (;;) {
    const { queue, results } = yield* read(selectImports);
    if (results.length >= queue.length) break;
    yield put(importActions.rowsCreated(yield* sendChunk()));
  }
  yield put(importActions.creationFinished());
  // The dropdown of the job list shows the branches too.
  yield put(branchNamesRequested());
}

function* create(): Step<void> {
  try {
    yield* createRows();
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    yield put(importActions.creationFailed(toFailure(error)));
  }
}

/**
 * Loads the accounts again, because an import adds some and the preview marks their emails. Only a list that has loaded
 * is refreshed, because the failure of a first load opens the error page.
 */
function* refreshAccounts(): Step<void> {
  const isBranch = (yield* read(selectImports)).kind === 'branch';
  const { list } = yield* read(isBranch ? selectBranches : selectHrAccounts);
  if (list.status === 'loaded') yield put((isBranch ? branchActions : hrActions).listRequested());
}

const { fileRead, fileChosen, importLeft, creationRequested, creationFinished } = importActions;
const { sheetChosen, headerChosen, columnChosen, rowsTicked, cellCorrected, searchRetried } = importActions;
/** Events after which the rows may hold names that were not searched yet. */
const CHANGES = [fileRead, sheetChosen, headerChosen, columnChosen, rowsTicked, cellCorrected, searchRetried];

export function* importsSaga(): Step<void> {
  yield all([
    takeLatest(CHANGES, safely(until(searchAll, [importLeft, fileChosen]))),
    takeLeading(creationRequested, safely(until(create, [importLeft, ...SESSION_ENDS]))),
    takeEvery([creationFinished, fileChosen], safely(refreshAccounts)),
  ]);
}
