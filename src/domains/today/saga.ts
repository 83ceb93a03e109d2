import type { Action } from '@reduxjs/toolkit';
import { all, put, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import {
  appointmentChanged,
  applicationsChangedElsewhere,
  changesMissed,
  decisionChanged,
  detailChanged,
  shortlistChanged,
} from '../applications';
import { outcomeSubmitted, undoSubmitted } from '../appointments';
import { outcomeSubmitted as startRecorded } from '../firstDay';
import { chatJoined, chatLeft, mayCount, pushReceived, visibilityChanged } from '../chat';
import { notify, port, read, type Step } from '../kit/effects';
import { poll } from '../kit/poll';
import { request, type Outcome } from '../kit/request';
import { safely, until } from '../kit/safely';
import { getFirstRows, getNeedRows, getNeeds, PAGE_ROWS, type NeedPage, announceGone } from './colleaguesSaga';
import {
  countsRequested,
  moreRequested,
  settleSubmitted,
  selectToday,
  snoozeSubmitted,
  today,
  todayActions,
  todayLeft,
  todayOpened,
} from './slice';

/** Milliseconds between two refreshes without an event, because needs become due as time passes. */
const REFRESH = 60_000;

/** Maximum rows that a refresh reloads; once per `REFRESH` it reloads the whole page. */
const MAX_RELOADED = 200;

/** Milliseconds in which changes gather, and the shortest time between two refreshes. */
const GATHER = { first: 300, every: 2000 };

function* loadList(): Step<Outcome<NeedPage>> {
  const { branchId, listed, listLoad: load, wholeAt } = yield* read(selectToday);
  const now = (yield* port('clock')).now();
  const rowsToLoad = Math.abs(now - wholeAt) < REFRESH ? Math.min(listed, MAX_RELOADED) : listed;
  return yield* request({
    send: async (api) => {
      const [page, counts] = await Promise.all([
        getFirstRows(api, { branchId, rowsToLoad, now }),
        getNeeds(api, branchId),
      ]);
      return { ...page, counts };
    },
    onLoaded: (answer) => todayActions.listLoaded({ load, now, ...answer }),
    onFailed: (failure) => todayActions.listFailed({ load, failure }),
  });
}

/** Reloads the open page and shows what colleagues did meanwhile. */
function* refresh(): Step<boolean> {
  yield put(todayActions.refreshRequested());
  const { rows: before, listLoad } = yield* read(selectToday);
  const outcome = yield* loadList();
  if (!outcome.ok) return false;
  const now = yield* read(selectToday);
  if (now.listLoad !== listLoad) return true;
  // When one need ends, the row may stay with the next one, such as the decision after the answer.
  const kept = new Map(now.rows.map(({ id, need }) => [id, need.kind]));
  const isOwn = (id: number) => (now.changed[id]?.begun ?? 0) >= listLoad;
  yield* announceGone(before.filter(({ id, need }) => kept.get(id) !== need.kind && !isOwn(id)));
  return true;
}

function* loadCounts(): Step<boolean> {
  yield put(countsRequested());
  const outcome = yield* request({
    send: (api) => getNeeds(api, null),
    onLoaded: todayActions.countsLoaded,
    onFailed: todayActions.countsFailed,
  });
  return outcome.ok;
}

/** Loads the number in the menu, unless the open page of all branches loads it itself. */
function* loadFirstCounts(): Step<void> {
  const { isOpen, branchId } = yield* read(selectToday);
  if (!isOpen || branchId !== null) yield* loadCounts();
}

/** Refreshes the open page and the number in the menu; the page of all branches loads that number itself. */
function* look(): Step<boolean> {
  const { list: before } = yield* read(selectToday);
  // The answer under way may be older than the change.
  if (before.status === 'loading') yield take([todayActions.listLoaded, todayActions.listFailed, todayLeft]);
  const { isOpen, branchId } = yield* read(selectToday);
  if (!isOpen) return yield* loadCounts();
  const isLoaded = yield* refresh();
  return branchId === null ? isLoaded : yield* loadCounts();
}

/** True for a new message of a worker, because a row that waits for an answer shows the newest one. */
const isWorkersMessage = (action: Action): boolean =>
  pushReceived.match(action) && action.payload.type === 'message' && action.payload.sender === 'worker';

/** Keeps the number in the menu and the open page current while the shell is mounted. */
function* watchNeeds(): Step<void> {
  yield* poll({
    first: loadFirstCounts,
    runRound: look,
    gather: GATHER,
    *pause() {
      return (yield* mayCount()) ? REFRESH : null;
    },
    mayRun: mayCount,
    wake: [
      applicationsChangedElsewhere.type,
      appointmentChanged.type,
      changesMissed.type,
      decisionChanged.type,
      detailChanged.type,
      shortlistChanged.type,
      visibilityChanged.type,
      settleSubmitted.loaded.type,
      snoozeSubmitted.loaded.type,
      isWorkersMessage,
    ],
    leave: chatLeft.type,
  });
}

function* loadMore(): Step<void> {
  const { branchId, next, more, begun: load } = yield* read(selectToday);
  if (next === null || more.status !== 'loading') return;
  const now = (yield* port('clock')).now();
  yield* request({
    send: (api) => getNeedRows(api, { branchId, after: next, limit: PAGE_ROWS, now }),
    onLoaded: (page) => todayActions.moreLoaded({ load, ...page }),
    onFailed: todayActions.moreFailed,
  });
}

/** Reports the recorded outcome with its undo, because the row leaves the page. */
function* showRecord({ payload }: ReturnType<typeof outcomeSubmitted.loaded>): Step<void> {
  const { isOpen } = yield* read(selectToday);
  const { id, applicationId, user, lastAnswer, isApplicantCameToAppointment: hasCome } = payload;
  if (!isOpen || !lastAnswer || hasCome === null) return;
  const name = user.firstName;
  const undo = undoSubmitted({ applicationId, appointmentId: id, answer: lastAnswer, name, comment: '' });
  yield* notify({
    id: hasCome ? 'today.outcome.came' : 'today.outcome.missed',
    values: { name },
    kind: 'success',
    undo,
  });
}

/** Reports likewise whether somebody started. Taking the record back needs no report: the row returns. */
function* showStarted({ payload }: ReturnType<typeof startRecorded.loaded>): Step<void> {
  const { isOpen } = yield* read(selectToday);
  const { id, user, firstDay } = payload;
  const started = firstDay?.started ?? null;
  if (!isOpen || started === null) return;
  yield* notify({
    id: 'firstDay.recorded',
    values: { name: user.firstName, started: String(started) },
    kind: 'success',
    undo: startRecorded({ applicationId: id, started: null }),
  });
}

export function* todaySaga(): Step<void> {
  yield all([
    takeLatest(chatJoined, safely(watchNeeds)),
    takeLatest(todayOpened, safely(until(loadList, todayLeft))),
    takeLeading(moreRequested, safely(until(loadMore, [todayOpened, todayLeft]))),
    ...today.watch(),
    takeEvery(outcomeSubmitted.loaded, safely(showRecord)),
    takeEvery(startRecorded.loaded, safely(showStarted)),
  ]);
}
