import { FIRST_DAY_UNDO_MINUTES } from '../../../contract/constants/attendance';
import { ENDED_APPLICATION_KEYS, ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { FirstDay, FirstDayBody } from '../../../contract/schemas/firstDay';
import { fromWallTime } from '../../../contract/zone';
import { MINUTE } from '../../../contract/constants/time';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { all, put, takeLatest } from 'redux-saga/effects';
import { detailChanged, rowRefreshed } from '../applications';
import { notify, type Step } from '../kit/effects';
import { causeOf, type Failure } from '../kit/failure';
import { init, loaded, loading, refused, requested, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { request } from '../kit/request';
import { safely } from '../kit/safely';

type Hire = Pick<ApplicationRow, 'status' | 'firstDay' | 'isApplicantAcceptTheOffer'>;

/** The stage of an applicant's first day. */
type FirstDayStage = 'none' | 'unset' | 'ahead' | 'begun' | 'recorded';

/**
 * Returns the stage of the first day; `none` before the offer is accepted and after the worker withdrew. `now` in
 * milliseconds since 1970.
 */
export const firstDayStage = (
  { status, firstDay, isApplicantAcceptTheOffer }: Hire,
  now: number,
  timeZone: string,
): FirstDayStage => {
  if (status === 'rejected') return 'none';
  if (!firstDay) return isApplicantAcceptTheOffer ? 'unset' : 'none';
  if (firstDay.started !== null) return 'recorded';
  return (fromWallTime(firstDay.startsAt, timeZone) ?? 0) <= now ? 'begun' : 'ahead';
};

/** Returns until when the record can be taken back, in milliseconds since 1970; null without a record. */
export const undoEndsAt = ({ recordedAt }: Pick<FirstDay, 'recordedAt'>): number | null =>
  recordedAt === null ? null : Date.parse(recordedAt) + FIRST_DAY_UNDO_MINUTES * MINUTE;

/** Error keys that mean that the page shows outdated data. */
const OUTDATED_KEYS: readonly string[] = [
  ERROR_KEYS.notFound,
  ...ENDED_APPLICATION_KEYS,
  ERROR_KEYS.offerNotAccepted,
  ERROR_KEYS.firstDayMissing,
  ERROR_KEYS.firstDayAhead,
  ERROR_KEYS.firstDayRecorded,
  ERROR_KEYS.feedbackTooOld,
];

/** Maximum rows to load: more first days than anybody forgets to record. */
const DUE_LIMIT = 50;

interface FirstDayState {
  /** Pending and failed changes of a first day, by application. */
  save: Record<number, Loadable<null>>;
  /** Pending and failed records of whether somebody started, by application. */
  outcome: Record<number, Loadable<null>>;
  due: {
    /** Null selects all jobs. */
    jobId: number | null;
    /** First days that have begun, and those that were recorded since, which can be undone for a while. */
    list: Loadable<ApplicationRow[]>;
  };
}

interface Root {
  firstDay: FirstDayState;
}

const initialState: FirstDayState = { save: {}, outcome: {}, due: { jobId: null, list: init } };

interface ForApplication {
  applicationId: number;
}

interface ForJob {
  jobId: number | null;
}

export const firstDay = operations<FirstDayState>('firstDay');

const slice = createSlice({
  name: 'firstDay',
  initialState,
  reducers: {
    /** The form opened; the failure of an earlier try does not count for it. */
    firstDayOpened: (state, { payload: { applicationId } }: PayloadAction<ForApplication>) => {
      if (state.save[applicationId]?.status !== 'loading') delete state.save[applicationId];
    },
    dueRequested: ({ due }, { payload: { jobId } }: PayloadAction<ForJob>) => {
      due.list = due.jobId === jobId ? requested(due.list) : loading;
      due.jobId = jobId;
    },
    /** Keeps the rows that were recorded on this page, so that an undo stays possible. */
    dueLoaded: ({ due }, { payload: { jobId, rows } }: PayloadAction<ForJob & { rows: ApplicationRow[] }>) => {
      if (due.jobId !== jobId) return;
      const known = due.list.status === 'loaded' ? due.list.data : [];
      const isKept = (row: ApplicationRow) =>
        row.firstDay !== null && row.firstDay.started !== null && rows.every(({ id }) => id !== row.id);
      due.list = loaded([...rows, ...known.filter(isKept)]);
    },
    dueFailed: ({ due }, { payload: { jobId, failure } }: PayloadAction<ForJob & { failure: Failure }>) => {
      if (due.jobId === jobId) due.list = refused(due.list, failure);
    },
  },
  extraReducers: firstDay.reduce,
});

export const firstDayReducer = slice.reducer;
export const { firstDayOpened, dueRequested } = slice.actions;
const { dueLoaded, dueFailed } = slice.actions;

/** Returns the state of the last change of this application's first day. */
export const selectFirstDaySave =
  (id: number) =>
  (state: Root): Loadable<null> =>
    state.firstDay.save[id] ?? init;
export const selectIsOutcomePending =
  (id: number) =>
  (state: Root): boolean =>
    state.firstDay.outcome[id]?.status === 'loading';
export const selectDueFirstDays = (state: Root) => state.firstDay.due;

const replaceDue = ({ due: { list } }: FirstDayState, row: ApplicationRow) => {
  if (list.status === 'loaded') list.data = list.data.map((known) => (known.id === row.id ? row : known));
};

/** Shows the first day of the answer in the list and on the applicant's page. */
function* showRow(row: ApplicationRow): Step<void> {
  yield put(rowRefreshed(row));
  yield put(detailChanged({ applicationId: row.id, changes: { firstDay: row.firstDay } }));
}

function* reloadOutdated({ key }: Failure, { applicationId }: ForApplication): Step<void> {
  if (OUTDATED_KEYS.includes(key)) yield put(detailChanged({ applicationId }));
}

const keyOf = ({ applicationId }: ForApplication): number => applicationId;

/** `name` is the worker's first name. */
export const firstDaySubmitted = firstDay.change('saveSubmitted', {
  field: 'save',
  call: async (api, { applicationId: id, body }: ForApplication & { name: string; body: FirstDayBody }) =>
    api.call('PUT /job/application/:id/first-day', { params: { id }, body }),
  key: keyOf,
  loaded: (state, { application }) => replaceDue(state, application),
  *after({ application, isTold = null }, { name }) {
    yield* showRow(application);
    yield* notify({ id: 'firstDay.saved', values: { name, told: String(isTold) }, kind: 'success' });
  },
  reload: reloadOutdated,
});

/** The user records whether the worker started, or takes the record back with null. */
export const outcomeSubmitted = firstDay.change('outcomeSubmitted', {
  field: 'outcome',
  call: async (api, { applicationId: id, started }: ForApplication & { started: boolean | null }) =>
    (await api.call('PUT /job/application/:id/first-day/outcome', { params: { id }, body: { started } })).application,
  key: keyOf,
  waits: true,
  loaded: replaceDue,
  after: showRow,
  afterFailure: (failure) => notify({ id: 'firstDay.outcome.failed', kind: 'error', failure: causeOf(failure) }),
  reload: reloadOutdated,
});

function* loadDue({ payload: { jobId } }: ReturnType<typeof dueRequested>): Step<void> {
  yield* request({
    send: (api) => api.call('GET /search/application/all', { query: { firstDay: 'due', jobId, limit: DUE_LIMIT } }),
    onLoaded: (rows) => dueLoaded({ jobId, rows }),
    onFailed: (failure) => dueFailed({ jobId, failure }),
  });
}

export function* firstDaySaga(): Step<void> {
  yield all([...firstDay.watch(), takeLatest(dueRequested, safely(loadDue))]);
}
