import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Appointment } from '../../../contract/schemas/appointments';
import { emptyList, pagedList, type PagedList } from '../kit/pagedList';

export interface AppointmentsQuery {
  /** Null selects the appointments of all jobs. */
  jobId: number | null;
}

export interface AppointmentsState extends PagedList<AppointmentsQuery, Appointment> {
  isOpen: boolean;
}

/** Rows on a page of the address and of a call: more than one day of interviews. */
export const PAGE_SIZE = 50;

const initialState: AppointmentsState = {
  ...emptyList<AppointmentsQuery, Appointment>({ jobId: null }),
  isOpen: false,
};

const isSame = (a: AppointmentsQuery, b: AppointmentsQuery) => a.jobId === b.jobId;
const paged = pagedList<AppointmentsQuery, Appointment>(isSame);

const slice = createSlice({
  name: 'appointments',
  initialState,
  reducers: {
    ...paged.reducers,
    /** Loads the pages up to `page`, or as many rows as before. */
    listOpened: (state, { payload: { jobId, page = 1 } }: PayloadAction<AppointmentsQuery & { page?: number }>) => {
      paged.open(state, { jobId }, jobId === state.query.jobId);
      state.rowsToLoad = Math.max(state.rowsToLoad, page * PAGE_SIZE);
      state.isOpen = true;
    },
    listLeft: (state) => {
      paged.reducers.listLeft(state);
      state.isOpen = false;
    },
    /** An appointment of this worker was created, changed or expired. */
    appointmentEventReceived: (_state, _action: PayloadAction<{ workerId: number }>) => {},
  },
});

export const appointmentsReducer = slice.reducer;
export const appointmentsActions = slice.actions;
export const { listOpened, endReached, listLeft, appointmentEventReceived } = slice.actions;
