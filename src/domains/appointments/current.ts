import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { all, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { ENDED_APPLICATION_KEYS, ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { WorkerFeedback } from '../../../contract/constants/statuses';
import type { FeedbackBody } from '../../../contract/schemas/applications';
import type {
  Appointment,
  AppointmentBody,
  AppointmentTimeBody,
  LastAnswer,
} from '../../../contract/schemas/appointments';
import type { Api } from '../../lib/api';
import { whenValues } from '../../lib/dates';
import { placeOf } from '../../lib/location';
import type { MessageId } from '../../lib/intl';
import { paths } from '../../lib/paths';
import { serverNow } from '../../lib/serverClock';
import { applicantActions, appointmentChanged, detailChanged, rowChanged } from '../applications';
import { draftChanged, draftDiscarded, selectJobDrafts } from '../jobs';
import { idempotencyKey, notify, port, read, type Step } from '../kit/effects';
import { saveFile } from '../kit/saveFile';
import { causeOf, isSignedOut, type Failure } from '../kit/failure';
import { init, loaded, loading, type Loadable } from '../kit/loadable';
import { notifyFailure } from '../kit/notifyFailure';
import { operations } from '../kit/operation';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { selectUser } from '../session';
import { waitingTextOf } from './waitingText';

/** A place of work: coordinates in degrees, a name and its address. */
export interface WorkPlace {
  latitude: number;
  longitude: number;
  name: string;
  address: string | null;
}

interface CurrentAppointmentState {
  applicationId: number | null;
  /** The job's place of work; null if it is unknown. */
  place: Loadable<WorkPlace | null>;
  /** Starts (wall times) not to suggest: the owner’s coming interviews, and times when an applicant is busy. */
  taken: Loadable<string[]>;
  creation: Loadable<null>;
  /** The new time of an appointment. */
  move: Loadable<null>;
  /** The form that was sent last, and its Idempotency-Key. */
  attempt: { body: string; key: string } | null;
  change: Loadable<null>;
  feedback: Loadable<null>;
  /** The removal of the last answer. */
  correction: Loadable<null>;
  calendar: Loadable<null>;
}

const initialState: CurrentAppointmentState = {
  applicationId: null,
  place: init,
  taken: init,
  creation: init,
  move: init,
  attempt: null,
  change: init,
  feedback: init,
  correction: init,
  calendar: init,
};

/**
 * `worker`: whether the worker came, with a comment, if that was not recorded before. `body`: the answers; null
 * without any.
 */
export interface FeedbackSubmission {
  applicationId: number;
  jobId: number;
  worker: { appointmentId: number; feedback: WorkerFeedback; text: string } | null;
  body: FeedbackBody | null;
}

/**
 * Names the answer that the user saw, so that a repeat removes no other. `name` is the worker's first name, `comment`
 * the reason, empty without one.
 */
interface FeedbackCorrection {
  applicationId: number;
  appointmentId: number;
  answer: LastAnswer;
  name: string;
  comment: string;
}

interface ForApplication {
  applicationId: number;
}

/** False for an application that is no longer open. */
const isCurrent = (state: CurrentAppointmentState, { applicationId }: ForApplication): boolean =>
  state.applicationId === applicationId;

export const currentAppointment = operations<CurrentAppointmentState>('currentAppointment');

const slice = createSlice({
  name: 'currentAppointment',
  initialState,
  reducers: {
    /** The user opened the appointment or feedback tab of an application. */
    tabOpened: (_state, { payload }: PayloadAction<ForApplication & { jobId: number }>) => ({
      ...initialState,
      applicationId: payload.applicationId,
      place: loading,
    }),
    tabLeft: (state, { payload }: PayloadAction<ForApplication>) => {
      if (isCurrent(state, payload)) return initialState;
    },
    placeLoaded: (state, { payload }: PayloadAction<ForApplication & { place: WorkPlace | null }>) => {
      if (isCurrent(state, payload)) state.place = loaded(payload.place);
    },
    attemptStarted: (state, { payload }: PayloadAction<{ body: string; key: string }>) => {
      state.attempt = payload;
    },
    /** The user closed the dialog of a cancellation, or the form of another time. */
    changeLeft: (state, { payload: { field } }: PayloadAction<{ field: 'change' | 'move' }>) => {
      state[field] = init;
    },
  },
  extraReducers: currentAppointment.reduce,
});

export const currentAppointmentReducer = slice.reducer;
export const { tabOpened, tabLeft, changeLeft } = slice.actions;
const { placeLoaded, attemptStarted } = slice.actions;

export const selectCurrentAppointment = (state: { currentAppointment: CurrentAppointmentState }) =>
  state.currentAppointment;

/** Forms about an applicant whose unsent drafts are stored. */
export type DraftedForm = 'appointment' | 'feedback' | 'comment';

/**
 * Returns the key of a draft, separate for each user: `7/appointment/101`. `id` is the application's, or the worker's
 * for a comment.
 */
export const formDraftKey = (userId: number, form: DraftedForm, id: number): string => `${userId}/${form}/${id}`;

/** Returns the place that the job's public page names first, the oldest, or null if its text cannot be parsed. */
const getWorkPlace = async (api: Api, jobId: number): Promise<WorkPlace | null> => {
  const { job } = await api.call('GET /job/:id', { params: { id: jobId } });
  const [first] = [...job.selectedCompanyLocations].sort((a, b) => a.id - b.id);
  const point = placeOf(first?.position ?? null);
  return first && point ? { ...point, name: first.name, address: first.address } : null;
};

/** Returns the changed row of the application. */
export const putFeedback = async (
  api: Api,
  { jobId, applicationId: id }: { jobId: number; applicationId: number },
  body: FeedbackBody,
) => (await api.call('PUT /job/detail/:jobId/application/:id/feedback', { params: { jobId, id }, body })).application;

/** Returns the application and the appointment after the removal, and whether the worker was told of the answer. */
export const deleteFeedback = async (api: Api, { appointmentId: id, answer, comment }: FeedbackCorrection) => {
  const { field, recordedAt } = answer;
  const reason = comment.trim();
  const body = { expected: { field, recordedAt }, ...(reason && { reason }) };
  return api.call('DELETE /appointment/:id/feedback', { params: { id }, body });
};

/** Loads the job's place. Without one the form offers the company's place. */
function* loadPlace({ payload: { applicationId, jobId } }: ReturnType<typeof tabOpened>): Step<void> {
  yield* request({
    send: (api) => getWorkPlace(api, jobId),
    onLoaded: (place) => placeLoaded({ applicationId, place }),
    onFailed: () => placeLoaded({ applicationId, place: null }),
  });
}

/** Error keys that mean that the page shows outdated data. */
const OUTDATED_KEYS: readonly string[] = [
  ...ENDED_APPLICATION_KEYS,
  ERROR_KEYS.appointmentExists,
  ERROR_KEYS.appointmentMoved,
  ERROR_KEYS.appointmentStatusInvalid,
  ERROR_KEYS.appointmentNotShortlisted,
  ERROR_KEYS.feedbackLocked,
  ERROR_KEYS.feedbackNoAppointment,
  ERROR_KEYS.feedbackFollowed,
  ERROR_KEYS.feedbackTooOld,
];

function* reloadApplication(applicationId: number, changes?: { appointment: Appointment | null }): Step<void> {
  yield put(appointmentChanged({ applicationId }));
  yield put(detailChanged({ applicationId, changes }));
}

/** A failed change whose form was left leads back to its tab; what the error shows to be out of date is reloaded. */
const failing = (tab: 'appointment' | 'feedback') => ({
  *reportLate(failure: Failure, { applicationId }: ForApplication): Step<void> {
    if (isSignedOut(failure)) return;
    const to = paths.jobDetail(0, applicationId, tab);
    yield* notify({ id: 'appointment.notSaved', failure: causeOf(failure), kind: 'error', to, stays: true });
  },
  *reload({ key }: Failure, { applicationId }: ForApplication): Step<void> {
    if (OUTDATED_KEYS.includes(key)) yield* reloadApplication(applicationId);
  },
});

/** Shows the appointment from the response before the reload. */
function* showResult(id: number, appointment: Appointment | null): Step<void> {
  const shown = appointment && { id: appointment.id, status: appointment.status };
  yield put(rowChanged({ id, appointment: shown }));
  yield* reloadApplication(id, { appointment });
}

function* discardDraft(form: DraftedForm, applicationId: number): Step<void> {
  const user = yield* read(selectUser);
  if (user) yield put(draftDiscarded({ key: formDraftKey(user.id, form, applicationId) }));
}

/** Keeps a refused comment for the next visit of its applicant, whom the user may have left, unless another is typed. */
function* keepComment({ payload }: ReturnType<typeof applicantActions.commentFailed>): Step<void> {
  const user = yield* read(selectUser);
  if (!user) return;
  const key = formDraftKey(user.id, 'comment', payload.workerId);
  if (key in (yield* read(selectJobDrafts))) return;
  const savedAt = (yield* port('clock')).now();
  yield put(draftChanged({ key, values: { message: payload.message }, savedAt }));
}

/** Interviews to read, so that no suggestion falls on one: more than a branch has in three weeks. */
const TAKEN_ROWS = 200;

/** Reads when the owner of a job has interviews. */
export const takenRequested = currentAppointment.read('takenRequested', {
  field: 'taken',
  isCurrent,
  call: async (api, { companyId: branchId }: ForApplication & { companyId: number }) => {
    const query = { statusGroup: 'waiting,active', branchId, page: 1, limit: TAKEN_ROWS };
    return (await api.call('GET /appointment/me', { query })).map(({ startAt }) => startAt);
  },
});

/**
 * Says that an invitation or a new time is saved, and when its text message leaves if that waits, or that none could be
 * sent to a worker whom nothing else reaches.
 */
function* noticeSaved(appointment: Appointment, saved: MessageId): Step<void> {
  const now = serverNow();
  const waiting = waitingTextOf(appointment, now);
  const name = appointment.user.firstName;
  if (waiting)
    yield* notify({ id: waiting.id, values: { name, ...whenValues(waiting.leavesAt, now) }, kind: 'success' });
  else if (appointment.textAt === null) yield* notify({ id: 'appointment.untold', values: { name }, kind: 'success' });
  else yield* notify({ id: saved, kind: 'success' });
}

/** Remembers that the applicant is busy at the submitted time, so that the form does not suggest it again. */
const markBusy = (state: CurrentAppointmentState, { key }: Failure, { startAt }: { startAt: string }) => {
  if (key === ERROR_KEYS.appointmentOverlap && state.taken.status === 'loaded') state.taken.data.push(startAt);
};

export const creationSubmitted = currentAppointment.submit('creationSubmitted', {
  ...failing('appointment'),
  field: 'creation',
  call: async (api, { body }: ForApplication & { body: AppointmentBody }, { attempt }) => {
    const headers = { 'Idempotency-Key': attempt?.key ?? '' };
    return (await api.call('POST /appointment', { body, headers })).appointment;
  },
  // Every try of the same form has the same key, so that a lost response causes no second invitation.
  *before({ body }) {
    const text = JSON.stringify(body);
    const { attempt } = yield* read(selectCurrentAppointment);
    yield* idempotencyKey(attempt?.body === text ? attempt.key : undefined, (key) =>
      attemptStarted({ body: text, key }),
    );
  },
  loaded: (state) => {
    state.attempt = null;
  },
  failed: (state, failure, { body }) => markBusy(state, failure, body),
  *after(appointment, { applicationId }) {
    yield* discardDraft('appointment', applicationId);
    yield* showResult(applicationId, appointment);
    yield* noticeSaved(appointment, 'appointment.created');
  },
});

/** Changes the time of the appointment, which then waits for the applicant's answer. */
export const moveSubmitted = currentAppointment.submit('moveSubmitted', {
  ...failing('appointment'),
  field: 'move',
  call: async (api, { id, body }: ForApplication & { id: number; body: AppointmentTimeBody }) =>
    (await api.call('PUT /appointment/:id/time', { params: { id }, body })).appointment,
  failed: (state, failure, { body }) => markBusy(state, failure, body),
  *after(appointment, { applicationId }) {
    yield* showResult(applicationId, appointment);
    yield* noticeSaved(appointment, 'appointment.moved');
  },
});

/** Cancels the appointment and reloads it with the applicant. */
export const cancelSubmitted = currentAppointment.submit('cancelSubmitted', {
  ...failing('appointment'),
  field: 'change',
  call: async (api, { id }: ForApplication & { id: number }) =>
    (await api.call('PUT /appointment/:id/status', { params: { id }, body: { status: 'cancelled' } })).appointment,
  *after(appointment, { applicationId }) {
    yield* showResult(applicationId, appointment);
    yield* notify({ id: 'appointment.cancelled', kind: 'success' });
  },
});

/** Removes the last answer and shows the previous state. */
export const correctionSubmitted = currentAppointment.submit('correctionSubmitted', {
  ...failing('feedback'),
  field: 'correction',
  call: deleteFeedback,
  start: (state) => {
    state.feedback = init;
  },
  *after({ application, appointment, wasTold }, { applicationId, name }) {
    yield put(rowChanged(application));
    yield* reloadApplication(applicationId, { appointment });
    const id = wasTold ? 'feedback.removed.told' : 'feedback.removed.untold';
    yield* notify({ id, values: { name }, kind: 'success' });
  },
});

export const calendarRequested = currentAppointment.submit('calendarRequested', {
  field: 'calendar',
  call: (api, { id }: ForApplication & { id: number }) =>
    api.file('GET /appointment/:id.ics', { params: { id }, accept: MEDIA_TYPES.calendar }),
  after: (file, { id }) => saveFile(file, `${id}.ics`),
  afterFailure: notifyFailure,
});

/** Sends whether the worker came, with the comment, before the answers, because the answers lock it. */
export const feedbackSubmitted = currentAppointment.submit('feedbackSubmitted', {
  ...failing('feedback'),
  field: 'feedback',
  call: async (api, submission: FeedbackSubmission) => {
    const { worker, body } = submission;
    if (worker) await api.call('POST /appointment/feedback', { body: worker });
    return body && putFeedback(api, submission, body);
  },
  start: (state) => {
    state.correction = init;
  },
  *after(row, { applicationId }) {
    yield* discardDraft('feedback', applicationId);
    if (row) yield put(rowChanged(row));
    yield* notify({ id: 'constants.updateFeedback', kind: 'success' });
    yield* reloadApplication(applicationId);
  },
  // The first of the two calls may have succeeded, even if the server refused the second one.
  *reload({ key }, { applicationId, worker }) {
    if (worker || OUTDATED_KEYS.includes(key)) yield* reloadApplication(applicationId);
  },
});

export function* watchCurrentAppointment(): Step<void> {
  yield all([
    ...currentAppointment.watch(),
    takeLatest(tabOpened, safely(loadPlace)),
    takeEvery(applicantActions.commentFailed, safely(keepComment)),
  ]);
}
