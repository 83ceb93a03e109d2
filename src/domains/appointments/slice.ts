import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Appointment, LastAnswer } from '../../../contract/schemas/appointments';
import { put } from 'redux-saga/effects';
import type { MessageId } from '../../lib/intl';
import { appointmentChanged, decisionChanged, detailChanged, rowChanged } from '../applications';
import { notify, read, type Step } from '../kit/effects';
import { causeOf, isSignedOut, type Failure } from '../kit/failure';
import type { Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { emptyList, pagedList, type PagedList, type PageOf } from '../kit/pagedList';
import { undoOf } from '../kit/undo';
import { deleteFeedback } from './current';

export interface AppointmentsQuery {
  /** Null selects the appointments of all jobs. */
  jobId: number | null;
  /** Without it the query selects those of all branches. */
  branchId?: number | null;
}

interface AppointmentsState extends PagedList<AppointmentsQuery, Appointment> {
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

export const appointments = operations<AppointmentsState>('appointments');

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
    appointments.reduce(builder);
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
  foldToggled,
} = slice.actions;

interface Root {
  appointments: AppointmentsState;
}

export const selectAppointments = (state: Root) => state.appointments;
/** True while the server records who came to this appointment, or removes that. */
export const selectIsRecording =
  (id: number) =>
  (state: Root): boolean =>
    state.appointments.records[id]?.status === 'loading';

/** Offers the undo, and updates the application's row and page, which show the same appointment. */
function* showResult(appointment: Appointment): Step<void> {
  const { id, applicationId, status, isApplicantCameToAppointment, lastAnswer } = appointment;
  const { [id]: _before, ...others } = (yield* read(recordedAnswers.select)) ?? {};
  yield put(recordedAnswers.offer(lastAnswer ? { ...others, [id]: lastAnswer } : others));
  yield put(rowChanged({ id: applicationId, appointment: { id, status }, isApplicantCameToAppointment }));
  yield put(detailChanged({ applicationId, changes: { appointment } }));
}

/** Reports a failure and reloads stale data. */
function* report(failure: Failure, applicationId: number, id: MessageId): Step<void> {
  if (isSignedOut(failure)) return;
  yield* notify({ id, kind: 'error', failure: causeOf(failure) });
  if (failure.kind !== 'conflict') return;
  yield put(appointmentChanged({ applicationId }));
  yield put(detailChanged({ applicationId }));
}

/** Shows the appointment after an outcome was recorded or removed. */
const showRecord = (state: AppointmentsState, appointment: Appointment) => {
  updateRows(state, ({ id }) => id === appointment.id, appointment);
};

/** The user recorded whether the worker came, from a row of the agenda. */
export const outcomeSubmitted = appointments.change('outcomeSubmitted', {
  field: 'records',
  call: async (api, { appointmentId, hasCome }: OutcomeSubmission) => {
    const feedback = hasCome ? 'worker_came' : 'worker_did_not_come';
    return (await api.call('POST /appointment/feedback', { body: { appointmentId, feedback, text: '' } })).appointment;
  },
  key: ({ appointmentId }) => appointmentId,
  loaded: showRecord,
  after: showResult,
  afterFailure: (failure, { applicationId }) => report(failure, applicationId, 'agenda.record.failed'),
});

/** The user undoes that record. Says whether the worker had been told of it. */
export const undoSubmitted = appointments.change('undoSubmitted', {
  field: 'records',
  call: deleteFeedback,
  key: ({ appointmentId }) => appointmentId,
  loaded: (state, { appointment }) => showRecord(state, appointment),
  *after({ appointment, wasTold }, { name }) {
    yield* showResult(appointment);
    const id = wasTold ? 'feedback.removed.told' : 'feedback.removed.untold';
    yield* notify({ id, values: { name }, kind: 'success' });
  },
  afterFailure: (failure, { applicationId }) => report(failure, applicationId, 'agenda.undo.failed'),
});
