import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Appointment, LastAnswer } from '../../../contract/schemas/appointments';
import { decisionChanged } from '../applications';
import type { Failure } from '../kit/failure';
import { done, failed, loading, type Loadable } from '../kit/loadable';
import { emptyList, pagedList, type PagedList, type PageOf } from '../kit/pagedList';
import { undoOf } from '../kit/undo';
import type { FeedbackCorrection } from './currentSlice';

export interface AppointmentsQuery {
  /** Null selects the appointments of all jobs. */
  jobId: number | null;
  /** Without it the query selects those of all branches. */
  branchId?: number | null;
}

export interface AppointmentsState extends PagedList<AppointmentsQuery, Appointment> {
  isOpen: boolean;
  /** Past appointments beyond the loaded rows. */
  overdue: Appointment[];
  /** The recording of an outcome, or its undo, by appointment. */
  records: Record<number, Loadable<null>>;
  /** Sections that show what did not work out. */
  unfolded: string[];
}

/** What this session recorded, by appointment. */
export const recordedAnswers = undoOf<Record<number, LastAnswer>>('answers');

interface OutcomeSubmission {
  appointmentId: number;
  applicationId: number;
  hasCome: boolean;
}

/** Rows on a page of the address and of a call: more than one day of interviews. */
export const PAGE_SIZE = 50;

const initialState: AppointmentsState = {
  ...emptyList<AppointmentsQuery, Appointment>({ jobId: null }),
  isOpen: false,
  overdue: [],
  records: {},
  unfolded: [],
};

const isSame = (a: AppointmentsQuery, b: AppointmentsQuery) =>
  a.jobId === b.jobId && (a.branchId ?? null) === (b.branchId ?? null);
const paged = pagedList<AppointmentsQuery, Appointment>(isSame);

/** Changes the rows of an application in both lists. */
const updateRows = (
  state: AppointmentsState,
  isWanted: (row: Appointment) => boolean,
  changes: Partial<Appointment>,
) => {
  for (const row of [...state.items, ...state.overdue]) if (isWanted(row)) Object.assign(row, changes);
};

const slice = createSlice({
  name: 'appointments',
  initialState,
  reducers: {
    ...paged.reducers,
    listLoaded: (state, action: PayloadAction<PageOf<AppointmentsQuery, Appointment> & { overdue: Appointment[] }>) => {
      if (!isSame(action.payload.query, state.query)) return;
      paged.reducers.listLoaded(state, action);
      state.overdue = action.payload.overdue;
    },
    /** Loads the pages up to `page`, or as many rows as before. */
    listOpened: (state, { payload: { page = 1, ...query } }: PayloadAction<AppointmentsQuery & { page?: number }>) => {
      const isSameList = isSame(query, state.query);
      paged.open(state, query, isSameList);
      if (!isSameList) state.overdue = [];
      state.rowsToLoad = Math.max(state.rowsToLoad, page * PAGE_SIZE);
      state.isOpen = true;
    },
    listLeft: (state) => {
      paged.reducers.listLeft(state);
      state.isOpen = false;
    },
    /** An appointment of this worker was created, changed or expired. */
    appointmentEventReceived: (_state, _action: PayloadAction<{ workerId: number }>) => {},
    /** The employer's side wrote to this worker. */
    workerAnswered: (_state, _action: PayloadAction<{ workerId: number }>) => {},
    /** Something in the open list changed elsewhere. */
    refreshRequested: () => {},
    /** The user recorded whether the worker came. */
    outcomeSubmitted: (state, { payload }: PayloadAction<OutcomeSubmission>) => {
      state.records[payload.appointmentId] = loading;
    },
    /** The user undoes that record. */
    undoSubmitted: (state, { payload }: PayloadAction<FeedbackCorrection>) => {
      state.records[payload.appointmentId] = loading;
    },
    /** The server recorded an outcome or removed it: the payload is the appointment after it. */
    recordLoaded: (state, { payload }: PayloadAction<Appointment>) => {
      state.records[payload.id] = done;
      updateRows(state, ({ id }) => id === payload.id, payload);
    },
    recordFailed: (state, { payload }: PayloadAction<{ appointmentId: number; failure: Failure }>) => {
      state.records[payload.appointmentId] = failed(payload.failure);
    },
    /** The user opened or closed the appointments of a section that did not work out. */
    foldToggled: (state, { payload: { key, isOpen } }: PayloadAction<{ key: string; isOpen: boolean }>) => {
      state.unfolded = state.unfolded.filter((one) => one !== key);
      if (isOpen) state.unfolded.push(key);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(decisionChanged, (state, { payload: { id, status, appointment } }) => {
      const isCurrent = status === 'in_progress';
      updateRows(state, (row) => row.applicationId === id && row.id === appointment?.id, { isCurrent });
    });
  },
});

export const appointmentsReducer = slice.reducer;
export const appointmentsActions = slice.actions;
export const {
  listOpened,
  endReached,
  listLeft,
  appointmentEventReceived,
  workerAnswered,
  refreshRequested,
  outcomeSubmitted,
  undoSubmitted,
  recordLoaded,
  foldToggled,
} = slice.actions;
