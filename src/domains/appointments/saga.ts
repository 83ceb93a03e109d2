import { all, call, delay, put, race, take, takeLatest, takeLeading } from 'redux-saga/effects';
import { appointmentChanged } from '../applications';
import { sessionResumed } from '../session';
import { port, read, type Step } from '../kit/effects';
import { isSignedOut } from '../kit/failure';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { getAppointments } from './api';
import { watchCurrentAppointment } from './currentSaga';
import { selectAppointments } from './selectors';
import { appointmentsActions, endReached, listLeft, listOpened } from './slice';

/** Rows a call: a day of interviews and more, in one answer. */
const LIMIT = 50;

/** After a failed page the end of the list, still in sight, asks again no sooner than after this many milliseconds. */
const MORE_PAUSE = 3000;

const pageAfter = (page: number, answered: number): number | null => (answered < LIMIT ? null : page + 1);

function* loadList({ payload: query }: ReturnType<typeof listOpened>): Step<void> {
  yield* request({
    send: (api, signal) => getAppointments(api, query, { page: 1, limit: LIMIT }, signal),
    onLoaded: (rows) => appointmentsActions.listLoaded({ query, rows, nextPage: pageAfter(1, rows.length) }),
    onFailed: (failure) => appointmentsActions.listFailed({ query, failure }),
  });
}

function* loadListWhileOpen(opened: ReturnType<typeof listOpened>): Step<void> {
  yield race([call(loadList, opened), take(listLeft)]);
}

function* loadMore(): Step<void> {
  const { query, nextPage: page, list } = yield* read(selectAppointments);
  if (page === null || list.status !== 'loaded') return;
  yield put(appointmentsActions.moreRequested());
  const outcome = yield* request({
    send: (api, signal) => getAppointments(api, query, { page, limit: LIMIT }, signal),
    onLoaded: (rows) => appointmentsActions.moreLoaded({ query, rows, nextPage: pageAfter(page, rows.length) }),
    onFailed: (failure) => appointmentsActions.moreFailed({ query, failure }),
  });
  if (outcome.ok || isSignedOut(outcome.failure)) return;
  const notify = yield* port('notify');
  notify({ id: `errors.kinds.${outcome.failure.kind}`, kind: 'error' });
  yield delay(MORE_PAUSE);
}

/** A page of a list that was left or opened anew is not waited for. */
function* loadMoreWhileOpen(): Step<void> {
  yield race([call(loadMore), take([listOpened, listLeft])]);
}

/** An application gained or lost an appointment: a list that was shown before is loaded again. Spec 1, point 4. */
function* refresh(): Step<void> {
  const { query, list } = yield* read(selectAppointments);
  if (list.status !== 'init') yield put(listOpened(query));
}

/** What the lost session refused is asked for again. */
function* reload(): Step<void> {
  const { query, list, more } = yield* read(selectAppointments);
  if (list.status === 'failed' && isSignedOut(list.error)) yield put(listOpened(query));
  else if (more.status === 'failed' && isSignedOut(more.error)) yield put(endReached());
}

/** The list of appointments, and the one of the application that is open. */
export function* appointmentsSaga(): Step<void> {
  yield all([
    call(watchCurrentAppointment),
    takeLatest(listOpened, safely(loadListWhileOpen)),
    takeLeading(endReached, safely(loadMoreWhileOpen)),
    takeLatest(appointmentChanged, safely(refresh)),
    takeLatest(sessionResumed, safely(reload)),
  ]);
}
