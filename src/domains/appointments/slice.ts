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
    listOpened: (state, { payload }: PayloadAction<AppointmentsQuery>) => {
      paged.open(state, payload, isSame(payload, state.query));
      state.isOpen = true;
    },
    listLeft: (state) => {
      paged.reducers.listLeft(state);
      state.isOpen = false;
    },
    /** An appointment of this worker was created, changed or expired. */
    newsHeard: (_state, _action: PayloadAction<{ workerId: number }>) => {},
  },
});

export const appointmentsReducer = slice.reducer;
export const appointmentsActions = slice.actions;
export const { listOpened, endReached, listLeft, newsHeard } = slice.actions;
