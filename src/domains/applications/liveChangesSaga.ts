import { isAnyOf, type Action } from '@reduxjs/toolkit';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { buffers, type Channel } from 'redux-saga';
import { actionChannel, all, call, delay, flush, put, race, take, takeEvery, throttle } from 'redux-saga/effects';
import { callApi, read, type Step } from '../kit/effects';
import { untilAnswered } from '../kit/persistently';
import { safely } from '../kit/safely';
import { undoableApplications } from '../kit/undo';
import { SESSION_ENDS } from '../kit/session';
import { getApplication, getApplicationCounts, getApplications } from './api';
import { detailChanged } from './applicantSlice';
import { isNarrowed } from './query';
import { limitFor, PAGE_SIZE } from './rules';
import { loadStages } from './saga';
import { selectApplicant, selectApplications, selectArrivals } from './selectors';
import {
  applicationsActions,
  applicationsChangedElsewhere,
  arrivalsChecked,
  arrivalsReceived,
  changesMissed,
  checkRequested,
} from './slice';

/** Up to this number of changed rows are loaded one by one. */
const MAX_SINGLE_ROWS = 10;

/** Milliseconds between two reloads, and between two checks, while many applications change or arrive. */
const RELOAD_INTERVAL = 5000;

/** Rows that a check reads: more than a tab without a check gathers. */
const CHECKED_ROWS = 50;

type Change = ReturnType<typeof applicationsChangedElsewhere>;

const isChange =
  (reason: Change['payload']['reason']) =>
  (action: Action): action is Change =>
    applicationsChangedElsewhere.match(action) && action.payload.reason === reason;

const isDecided = isChange('decided');
const isMoved = isChange('stage');

const {
  decisionChanged,
  listOpened,
  retried,
  rowChanged,
  rowRefreshed,
  rowsReloaded,
  reloadRequested,
  shortlistChanged,
} = applicationsActions;

/** Milliseconds between two counts of the stages. */
const STAGES_INTERVAL = 1000;

/** The changes of the user and of others that can move applications to another stage. */
const STAGE_CHANGES = [
  decisionChanged,
  shortlistChanged,
  rowChanged,
  retried,
  changesMissed,
  isDecided,
  isChange('arrived'),
  isMoved,
];

/** Events that end repeated reads: the list loads anew, or the session has ended. */
const isOver = isAnyOf(listOpened, retried, ...SESSION_ENDS);

function* loadRow(id: number): Step<void> {
  try {
    yield put(rowRefreshed(yield* untilAnswered((api) => getApplication(api, id))));
  } catch {
    // The next load of the list shows the change.
  }
}

/** Loads one row of the list again; stops when a load of the list or a later change brings a newer row. */
function* refreshRow(id: number): Step<void> {
  const isNewer = (action: Action) =>
    isOver(action) || ((isDecided(action) || isMoved(action)) && action.payload.ids.includes(id));
  yield race([call(loadRow, id), take(isNewer)]);
}

/** Reloads the open application, and drops what is cached of the changed ones. */
function* refreshApplicant({ payload: { ids, userId } }: Change): Step<void> {
  const { detail, cached } = yield* read(selectApplicant);
  const known = detail.status === 'loaded' ? [detail.data, ...cached] : cached;
  const isAffected = ({ id, job }: (typeof known)[number]) =>
    ids.length === 0 ? job.userId === userId : ids.includes(id);
  for (const { id } of known.filter(isAffected)) yield put(detailChanged({ applicationId: id }));
}

/** Counts the stages of the list again if they were counted before. */
function* recountStages(): Step<void> {
  const { stages } = yield* read(selectApplications);
  if (stages.status === 'loaded') yield* loadStages();
}

/** Waits until no rows are loading, because the answer under way may be older than a change. */
function* loadsEnded(): Step<void> {
  const { listLoaded, listFailed, listLeft, moreLoaded, moreFailed } = applicationsActions;
  for (;;) {
    const { list, more } = yield* read(selectApplications);
    if (list.status !== 'loading' && more.status !== 'loading') return;
    yield take([listLoaded, listFailed, listLeft, moreLoaded, moreFailed]);
  }
}

/** Loads the rows of the list that were decided elsewhere. A row that the user is changing gets its own answer. */
function* refreshRows({ payload: { ids, userId } }: Change): Step<void> {
  yield* loadsEnded();
  const { items, prefetched, list, shortlist } = yield* read(selectApplications);
  const listed = list.status === 'loaded' ? [...items, ...prefetched] : [];
  const affected = listed
    .filter(({ id, job }) => (ids.length === 0 ? job.userId === userId : ids.includes(id)))
    .map(({ id }) => id);
  // The bar of the last decision says whether the applicant has been told.
  const undoable = (yield* read(undoableApplications)).filter((id) => ids.includes(id));
  const changed = [...new Set([...affected, ...undoable])].filter((id) => shortlist[id]?.status !== 'loading');
  if (changed.length > MAX_SINGLE_ROWS) yield put(reloadRequested());
  else yield all(changed.map((id) => call(refreshRow, id)));
}

/**
 * Returns the ids of shown rows that an answer lacks; unless it `isWhole`, it says nothing about rows after its last.
 */
const leftRows = (shown: readonly { id: number }[], answer: readonly { id: number }[], isWhole: boolean): number[] => {
  const listed = new Set(answer.map(({ id }) => id));
  const end = isWhole ? shown.length : shown.findLastIndex(({ id }) => listed.has(id));
  return shown.flatMap(({ id }, index) => (index > end || listed.has(id) ? [] : id));
};

/**
 * Reloads the loaded rows in the background; new rows wait until the user asks. Starts at the shown page’s position,
 * because its rows may have moved to the previous page. Skips rows that changed while the request ran. Reads at least
 * `atLeast` rows and returns them.
 */
function* reloadRows(atLeast = 1): Step<ApplicationRow[]> {
  const { query, items } = yield* read(selectApplications);
  const { onlyPage, after } = query;
  const limit = Math.max(atLeast, limitFor(after === undefined ? (onlyPage ?? items.length / PAGE_SIZE) : 1));
  const rows = yield* untilAnswered((api) =>
    getApplications(api, query, { limit, ...(after !== undefined && { before: after }) }),
  );
  const { items: shown } = yield* read(selectApplications);
  const before = new Set(items);
  const changed = new Set(shown.filter((row) => !before.has(row)).map(({ id }) => id));
  const isOld = (id: number) => !changed.has(id);
  yield put(
    rowsReloaded({
      query,
      rows: rows.filter(({ id }) => isOld(id)),
      left: leftRows(shown, rows, rows.length < limit).filter(isOld),
    }),
  );
  return rows;
}

function* reloadQuietly(): Step<void> {
  try {
    yield* reloadRows();
  } catch {
    // The same as in `loadRow`.
  }
}

/** Reloads the open applicant, whose changes a broken event stream missed. */
function* refreshDetail(): Step<void> {
  const { detail } = yield* read(selectApplicant);
  if (detail.status === 'loaded') yield put(detailChanged({ applicationId: detail.data.id }));
}

/** Reloads the list after a broken event stream. In most orders and on later pages only the count reveals new rows. */
function* catchUp(): Step<void> {
  yield* loadsEnded();
  const { query, list, counts } = yield* read(selectApplications);
  const { newestId } = yield* read(selectArrivals);
  if (list.status !== 'loaded') return;
  try {
    if (newestId === null) {
      yield* reloadRows();
      const { filtered } = yield* untilAnswered((api) => getApplicationCounts(api, query));
      if (counts.status === 'loaded' && filtered > counts.data.filtered) yield put(arrivalsReceived({ ids: [] }));
      return;
    }
    // The newest rows are those of the list: one read shows both what changed and what arrived.
    const rows = yield* reloadRows(CHECKED_ROWS);
    const ids = rows.map(({ id }) => id).filter((id) => id > newestId);
    if (ids.length > 0) yield put(arrivalsReceived({ ids: ids.length < CHECKED_ROWS ? ids : [] }));
  } catch {
    // The next load of the list shows them.
  }
}

/**
 * Reloads the list one read at a time, because a read repeats until the server answers. The changes during a read wait
 * for the next one. A new event stream starts the read again: the server answers now.
 */
function* reloadOneByOne(): Step<void> {
  const requests = (yield actionChannel([reloadRequested, changesMissed], buffers.expanding(1))) as Channel<Action>;
  for (;;) {
    const asked = [(yield take(requests)) as Action, ...((yield flush(requests)) as Action[])];
    const work = safely(asked.some(changesMissed.match) ? catchUp : reloadQuietly);
    const { over, again } = (yield race({
      read: call(work),
      over: take(isOver),
      again: take(changesMissed),
    })) as Record<'over' | 'again', Action | undefined>;
    // The new load shows all changes.
    if (over) yield flush(requests);
    else if (!again) yield race([delay(RELOAD_INTERVAL), take(changesMissed)]);
  }
}

/** Counts new applications. The server must match them against a filtered list. */
function* receiveArrivals({ payload: { ids, userId } }: Change): Step<void> {
  const { query, list } = yield* read(selectApplications);
  const { branchId } = query.filters;
  if (list.status !== 'loaded' || (branchId !== null && branchId !== userId)) return;
  yield put(ids.length > 0 && isNarrowed(query) ? checkRequested({ ids }) : arrivalsReceived({ ids }));
}

function* checkArrivals(): Step<void> {
  const { query } = yield* read(selectApplications);
  const { unchecked } = yield* read(selectArrivals);
  const newest = { tab: query.tab, jobId: query.jobId, filters: query.filters };
  try {
    const rows = yield* callApi((api) => getApplications(api.current(), newest, { limit: CHECKED_ROWS }));
    const matching = rows.map(({ id }) => id).filter((id) => unchecked.includes(id));
    yield put(arrivalsChecked({ checked: unchecked, matching }));
  } catch {
    // The next arrival checks these again.
  }
}

/** Keeps the list and the open application current while other people decide and workers apply. */
export function* watchLiveChanges(): Step<void> {
  yield all([
    takeEvery(isDecided, safely(refreshApplicant)),
    takeEvery([isChange('attendance'), isChange('need'), isMoved], safely(refreshApplicant)),
    takeEvery([isDecided, isMoved], safely(refreshRows)),
    throttle(STAGES_INTERVAL, STAGE_CHANGES, safely(recountStages)),
    call(reloadOneByOne),
    takeEvery(isChange('arrived'), safely(receiveArrivals)),
    throttle(RELOAD_INTERVAL, checkRequested, safely(checkArrivals)),
    takeEvery(changesMissed, safely(refreshDetail)),
  ]);
}
