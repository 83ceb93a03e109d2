import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { FirstDayBody } from '../../../contract/schemas/firstDay';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, refused, requested, type Loadable } from '../kit/loadable';

export interface FirstDayState {
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

const initialState: FirstDayState = { save: {}, outcome: {}, due: { jobId: null, list: init } };

interface ForApplication {
  applicationId: number;
}
type FailureOf = ForApplication & { failure: Failure };
interface ForJob {
  jobId: number | null;
}

const replaceDue = ({ due: { list } }: FirstDayState, row: ApplicationRow) => {
  if (list.status === 'loaded') list.data = list.data.map((known) => (known.id === row.id ? row : known));
};

const slice = createSlice({
  name: 'firstDay',
  initialState,
  reducers: {
    /** The form opened; the failure of an earlier try does not count for it. */
    firstDayOpened: (state, { payload: { applicationId } }: PayloadAction<ForApplication>) => {
      if (state.save[applicationId]?.status !== 'loading') delete state.save[applicationId];
    },
    /** `name` is the worker's first name. */
    firstDaySubmitted: (state, { payload }: PayloadAction<ForApplication & { name: string; body: FirstDayBody }>) => {
      state.save[payload.applicationId] = loading;
    },
    firstDaySaved: (state, { payload: row }: PayloadAction<ApplicationRow>) => {
      state.save[row.id] = done;
      replaceDue(state, row);
    },
    saveFailed: (state, { payload }: PayloadAction<FailureOf>) => {
      state.save[payload.applicationId] = failed(payload.failure);
    },
    /** The user records whether the worker started, or takes the record back with null. */
    outcomeSubmitted: (state, { payload }: PayloadAction<ForApplication & { started: boolean | null }>) => {
      state.outcome[payload.applicationId] = loading;
    },
    outcomeSaved: (state, { payload: row }: PayloadAction<ApplicationRow>) => {
      state.outcome[row.id] = done;
      replaceDue(state, row);
    },
    outcomeFailed: (state, { payload }: PayloadAction<FailureOf>) => {
      state.outcome[payload.applicationId] = failed(payload.failure);
    },
    dueRequested: ({ due }, { payload: { jobId } }: PayloadAction<ForJob>) => {
      due.list = due.jobId === jobId ? requested(due.list) : loading;
      due.jobId = jobId;
    },
    /** Keeps the rows that were recorded on this page, so that an undo stays possible. */
    dueLoaded: ({ due }, { payload: { jobId, rows } }: PayloadAction<ForJob & { rows: ApplicationRow[] }>) => {
      if (due.jobId !== jobId) return;
      const known = due.list.status === 'loaded' ? due.list.data : [];
      const isKept = ({ id, firstDay }: ApplicationRow) =>
        firstDay !== null && firstDay.started !== null && rows.every((row) => row.id !== id);
      due.list = loaded([...rows, ...known.filter(isKept)]);
    },
    dueFailed: ({ due }, { payload: { jobId, failure } }: PayloadAction<ForJob & { failure: Failure }>) => {
      if (due.jobId === jobId) due.list = refused(due.list, failure);
    },
  },
});

export const firstDayReducer = slice.reducer;
export const firstDayActions = slice.actions;
export const { firstDayOpened, firstDaySubmitted, outcomeSubmitted, dueRequested } = slice.actions;
