import { all, call, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { IMPORT_CHUNK_MAX } from '../../../contract/constants/limits';
import { placeScopeOf } from '../../lib/location';
import { port, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { isSoonAllowed, isTemporary, persistently } from '../kit/persistently';
import { safely } from '../kit/safely';
import { SessionEnded } from '../kit/session';
import { branchActions, branchNamesRequested, hrActions, selectBranches, selectHrAccounts } from '../organisation';
import { loggedOut, selectUser, sessionEndedElsewhere } from '../session';
import { getLookup, postImport } from './api';
import { missingLookups, type Lookup, type LookupField } from './rows';
import { selectCells, selectImportRows, selectImports, selectLookups, selectResults } from './selectors';
import { importActions, type RowResult } from './slice';

/** Searches that run at the same time. */
const SEARCHES = 5;
/** Rows of one call: a fraction of what it may hold, so that the progress moves. */
const CHUNK = Math.min(50, IMPORT_CHUNK_MAX);
/** A search that fails is noted; the page offers to search again. */
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

/** Chooses the rows of a new creation; one that failed continues with its own rows and keys. */
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
    // The key makes sure that a call sent again creates nothing twice.
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

function* createUntilLeft(): Step<void> {
  yield race([call(create), take([importActions.importLeft, loggedOut, sessionEndedElsewhere])]);
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
/** After these the rows may hold names that were not searched yet. */
const CHANGES = [fileRead, sheetChosen, headerChosen, columnChosen, rowsTicked, cellCorrected, searchRetried];

function* searchUntilLeft(): Step<void> {
  yield race([call(searchAll), take([importLeft, fileChosen])]);
}

export function* importsSaga(): Step<void> {
  yield all([
    takeLatest(CHANGES, safely(searchUntilLeft)),
    takeLeading(creationRequested, safely(createUntilLeft)),
    takeEvery([creationFinished, fileChosen], safely(refreshAccounts)),
  ]);
}
