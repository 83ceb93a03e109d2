import { all, call, delay, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import { appointmentChanged, detailChanged, selectApplicant } from '../applications';
import { read, type Step } from '../kit/effects';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { getAppointments } from './api';
import { watchCurrentAppointment } from './currentSaga';
import { selectAppointments } from './selectors';
import { appointmentsActions, endReached, listLeft, listOpened, newsHeard } from './slice';

/** Rows a call: a day of interviews and more, in one answer. */
const LIMIT = 50;

/** News that come one after the other are looked at together after this many milliseconds. */
const GATHER = 1000;

const pageAfter = (page: number, answered: number): number | null => (answered < LIMIT ? null : page + 1);

/** The list as long as it was, so that whoever reads keeps the place; in one call, so that nothing shifts meanwhile. */
function* loadList({ payload: query }: ReturnType<typeof listOpened>): Step<void> {
  const { items } = yield* read(selectAppointments);
  const pages = Math.min(Math.max(1, Math.ceil(items.length / LIMIT)), PAGE_LIMIT_MAX / LIMIT);
  const limit = pages * LIMIT;
  yield* request({
    send: (api, signal) => getAppointments(api, query, { page: 1, limit }, signal),
    onLoaded: (rows) =>
      appointmentsActions.listLoaded({ query, rows, nextPage: rows.length < limit ? null : pages + 1 }),
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
  yield* request({
    send: (api, signal) => getAppointments(api, query, { page, limit: LIMIT }, signal),
    onLoaded: (rows) => appointmentsActions.moreLoaded({ query, rows, nextPage: pageAfter(page, rows.length) }),
    onFailed: (failure) => appointmentsActions.moreFailed({ query, failure }),
  });
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

/** The list that is open loads anew, after all that comes in one go, and after what is on its way: that may be older. */
function* refreshOpen(): Step<void> {
  yield delay(GATHER);
  while ((yield* read(selectAppointments)).list.status === 'loading')
    yield take([appointmentsActions.listLoaded, appointmentsActions.listFailed, listLeft]);
  const { query, isOpen } = yield* read(selectAppointments);
  if (isOpen) yield put(listOpened(query));
}

/** The applicant that is open and was told of. */
function* refreshApplicant({ payload: { workerId } }: ReturnType<typeof newsHeard>): Step<void> {
  const { applicationId, detail } = yield* read(selectApplicant);
  const isTold = detail.status === 'loaded' && detail.data.user.id === workerId;
  if (applicationId !== null && isTold) yield put(detailChanged({ applicationId }));
}

/** The list of appointments, and the one of the application that is open. */
export function* appointmentsSaga(): Step<void> {
  yield all([
    call(watchCurrentAppointment),
    takeLatest(listOpened, safely(loadListWhileOpen)),
    takeLeading(endReached, safely(loadMoreWhileOpen)),
    takeLatest(appointmentChanged, safely(refresh)),
    takeLeading(newsHeard, safely(refreshOpen)),
    takeEvery(newsHeard, safely(refreshApplicant)),
  ]);
}
