import { all, call, delay, put, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import {
  applicationsChangedElsewhere,
  appointmentChanged,
  changesMissed,
  detailChanged,
  selectApplicant,
} from '../applications';
import type { Appointment } from '../../../contract/schemas/appointments';
import type { Api } from '../../lib/api';
import { read, type Step } from '../kit/effects';
import { pagedListSaga, byPageNumber, watchPagedList } from '../kit/pagedListSaga';
import { safely } from '../kit/safely';
import { watchCurrentAppointment } from './current';
import { calendarFeed } from './feed';
import { awaitsReply } from './rowRules';
import {
  appointments,
  appointmentsActions,
  endReached,
  listLeft,
  listOpened,
  appointmentEventReceived,
  workerAnswered,
  refreshRequested,
  PAGE_SIZE,
  selectAppointments,
  type AppointmentsQuery,
} from './slice';

/** Events within this many milliseconds cause one refresh. */
const REFRESH_DELAY = 500;

/** The log says until when an invitation can be answered; the feedback says who missed an earlier appointment. */
const PARTS = { withStatusLog: true, withFeedback: true };

/** Past appointments that are read in addition to the first rows. */
const OVERDUE_ROWS = 100;

/**
 * Returns a page of appointments: future ones first, soonest first, then past ones, latest first. Pages count from 1.
 */
const getAppointments = (api: Api, query: AppointmentsQuery, { page, limit }: { page: number; limit: number }) =>
  api.call('GET /appointment/me', { query: { ...query, page, limit, ...PARTS } });

/** Returns the latest past appointments. A long list of future ones hides them until the user scrolls to its end. */
const getOverdue = (api: Api, query: AppointmentsQuery): Promise<Appointment[]> =>
  api.call('GET /appointment/me', {
    query: { statusGroup: 'done', ...query, page: 1, limit: OVERDUE_ROWS, ...PARTS },
  });

const pages = byPageNumber(PAGE_SIZE, getAppointments);

const list = pagedListSaga({
  select: selectAppointments,
  actions: appointmentsActions,
  first: async (api, options) => {
    const page = await pages.first(api, options);
    return { ...page, overdue: page.next === null ? [] : await getOverdue(api, options.query) };
  },
  more: pages.more,
});

/** An application gained or lost an appointment: reloads a list that is open or was open before. */
function* refresh(): Step<void> {
  const { query, list } = yield* read(selectAppointments);
  if (list.status !== 'init') yield put(listOpened(query));
}

/** Reloads the open list. It first waits for a response under way, which may be older than the event. */
function* refreshOpen(): Step<void> {
  yield delay(REFRESH_DELAY);
  while ((yield* read(selectAppointments)).list.status === 'loading')
    yield take([appointmentsActions.listLoaded, appointmentsActions.listFailed, listLeft]);
  const { query, isOpen } = yield* read(selectAppointments);
  if (isOpen) yield put(listOpened(query));
}

/** True if a worker of the open list said whether they come; without ids it may be any worker. */
function* isShown({ ids, reason }: ReturnType<typeof applicationsChangedElsewhere>['payload']): Step<boolean> {
  if (reason !== 'attendance') return false;
  const { items } = yield* read(selectAppointments);
  return ids.length === 0 || items.some(({ applicationId }) => ids.includes(applicationId));
}

/** A worker said whether they come. */
function* receiveAttendance({ payload }: ReturnType<typeof applicationsChangedElsewhere>): Step<void> {
  if (yield* isShown(payload)) yield put(refreshRequested());
}

/** Reloads what is shown of a worker who asked for another time and got a reply. */
function* receiveReply({ payload: { workerId } }: ReturnType<typeof workerAnswered>): Step<void> {
  const { items } = yield* read(selectAppointments);
  const { detail } = yield* read(selectApplicant);
  const shown = detail.status === 'loaded' && detail.data.appointment ? [...items, detail.data.appointment] : items;
  if (shown.some((row) => row.workerId === workerId && awaitsReply(row)))
    yield put(appointmentEventReceived({ workerId }));
}

/** Reloads the open applicant if the event is about that worker. */
function* refreshApplicant({ payload: { workerId } }: ReturnType<typeof appointmentEventReceived>): Step<void> {
  const { applicationId, detail } = yield* read(selectApplicant);
  const isAffected = detail.status === 'loaded' && detail.data.user.id === workerId;
  if (applicationId !== null && isAffected) yield put(detailChanged({ applicationId }));
}

export function* appointmentsSaga(): Step<void> {
  yield all([
    call(watchCurrentAppointment),
    ...calendarFeed.watch(),
    ...appointments.watch(),
    ...watchPagedList({ ...list, opened: listOpened, endReached, left: listLeft }),
    takeLatest(appointmentChanged, safely(refresh)),
    takeLeading([appointmentEventReceived, refreshRequested, changesMissed], safely(refreshOpen)),
    takeEvery(applicationsChangedElsewhere, safely(receiveAttendance)),
    takeEvery(workerAnswered, safely(receiveReply)),
    takeEvery(appointmentEventReceived, safely(refreshApplicant)),
  ]);
}
