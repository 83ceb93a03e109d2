import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Appointment } from '../../../contract/schemas/appointments';
import type { Failure } from '../kit/failure';
import { done, failed, init, loading, type Loadable } from '../kit/loadable';

export interface AppointmentsQuery {
  /** Null asks for the appointments of all jobs. */
  jobId: number | null;
}

export interface AppointmentsState {
  /** Somebody looks at the list. */
  isOpen: boolean;
  query: AppointmentsQuery;
  items: Appointment[];
  list: Loadable<null>;
  /** Null at the end of the list. */
  nextPage: number | null;
  more: Loadable<null>;
}

interface Answer {
  query: AppointmentsQuery;
  rows: Appointment[];
  nextPage: number | null;
}

interface Late {
  query: AppointmentsQuery;
  failure: Failure;
}

const initialState: AppointmentsState = {
  isOpen: false,
  query: { jobId: null },
  items: [],
  list: init,
  nextPage: null,
  more: init,
};

const isCurrent = (state: AppointmentsState, query: AppointmentsQuery) => state.query.jobId === query.jobId;

const slice = createSlice({
  name: 'appointments',
  initialState,
  reducers: {
    listOpened: (state, { payload }: PayloadAction<AppointmentsQuery>) => {
      if (!isCurrent(state, payload)) state.items = [];
      state.isOpen = true;
      state.query = payload;
      state.list = loading;
      state.more = init;
    },
    listLoaded: (state, { payload }: PayloadAction<Answer>) => {
      if (!isCurrent(state, payload.query)) return;
      state.items = payload.rows;
      state.nextPage = payload.nextPage;
      state.list = done;
    },
    listFailed: (state, { payload }: PayloadAction<Late>) => {
      if (!isCurrent(state, payload.query)) return;
      state.items = [];
      state.nextPage = null;
      state.list = failed(payload.failure);
    },
    endReached: () => {},
    moreRequested: (state) => {
      state.more = loading;
    },
    moreLoaded: (state, { payload }: PayloadAction<Answer>) => {
      if (!isCurrent(state, payload.query)) return;
      const known = new Set(state.items.map(({ id }) => id));
      state.items.push(...payload.rows.filter(({ id }) => !known.has(id)));
      state.nextPage = payload.nextPage;
      state.more = done;
    },
    moreFailed: (state, { payload }: PayloadAction<Late>) => {
      if (isCurrent(state, payload.query)) state.more = failed(payload.failure);
    },
    /** An appointment of this worker came, was changed, or its time ran out. */
    newsHeard: (_state, _action: PayloadAction<{ workerId: number }>) => {},
    /** The page was left: what is on its way is not waited for; the rows stay for the way back. */
    listLeft: (state) => {
      state.isOpen = false;
      if (state.list.status === 'loading') state.list = init;
      state.more = init;
    },
  },
});

export const appointmentsReducer = slice.reducer;
export const appointmentsActions = slice.actions;
export const { listOpened, endReached, listLeft, newsHeard } = slice.actions;
