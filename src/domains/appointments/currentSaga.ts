import { all, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Appointment, AppointmentBody } from '../../../contract/schemas/appointments';
import type { MessageId } from '../../lib/intl';
import { appointmentChanged, detailChanged, rowChanged } from '../applications';
import { draftDiscarded } from '../jobs';
import { selectUser } from '../session';
import { idempotencyKey, notify, port, read, type Step } from '../kit/effects';
import { isSignedOut } from '../kit/failure';
import { request, submit, type Outcome } from '../kit/request';
import { safely } from '../kit/safely';
import { deleteFeedback, getWorkPlace, putFeedback } from './currentApi';
import { formDraftKey, type DraftedForm } from './draftKey';
import {
  calendarRequested,
  changeSubmitted,
  correctionSubmitted,
  creationSubmitted,
  currentActions,
  feedbackSubmitted,
  tabOpened,
} from './currentSlice';
import { selectCurrentAppointment } from './selectors';

/** Loads the job's place. Without one the form offers the company's place. */
function* loadPlace({ payload: { applicationId, jobId } }: ReturnType<typeof tabOpened>): Step<void> {
  yield* request({
    send: (api) => getWorkPlace(api, jobId),
    onLoaded: (place) => currentActions.placeLoaded({ applicationId, place }),
    onFailed: () => currentActions.placeLoaded({ applicationId, place: null }),
  });
}

/** Error keys that mean that the page shows outdated data. */
const OUTDATED_KEYS: readonly string[] = [
  ERROR_KEYS.applicationDeclined,
  ERROR_KEYS.appointmentExists,
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

/** Shows a notice after a success; reloads the data after an error that means that the page is outdated. */
function* reportOutcome(applicationId: number, outcome: Outcome<unknown>, successText: MessageId): Step<void> {
  if (outcome.ok) yield* notify({ id: successText, kind: 'success' });
  else if (OUTDATED_KEYS.includes(outcome.failure.key)) yield* reloadApplication(applicationId);
}

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

/** Returns the same key for every try of the same form, so that a lost response causes no second invitation. */
function* idempotencyKeyFor(body: AppointmentBody): Step<string> {
  const text = JSON.stringify(body);
  const { attempt } = yield* read(selectCurrentAppointment);
  const onNew = (key: string) => currentActions.attemptStarted({ body: text, key });
  return yield* idempotencyKey(attempt?.body === text ? attempt.key : undefined, onNew);
}

function* create({ payload: { body } }: ReturnType<typeof creationSubmitted>): Step<void> {
  const { applicationId } = body;
  const key = yield* idempotencyKeyFor(body);
  const outcome = yield* submit({
    send: async (api) =>
      (await api.call('POST /appointment', { body, headers: { 'Idempotency-Key': key } })).appointment,
    onLoaded: () => currentActions.creationLoaded({ applicationId }),
    onFailed: (failure) => currentActions.creationFailed({ applicationId, failure }),
  });
  if (outcome.ok) {
    yield* discardDraft('appointment', applicationId);
    yield* showResult(applicationId, outcome.result);
  }
  yield* reportOutcome(applicationId, outcome, 'appointment.created');
}

/** Cancels or removes the appointment; both reload the appointment and the applicant. */
function* change({ payload: { applicationId, id, status } }: ReturnType<typeof changeSubmitted>): Step<void> {
  const outcome = yield* submit({
    send: async (api) =>
      (await api.call('PUT /appointment/:id/status', { params: { id }, body: { status } })).appointment,
    onLoaded: () => currentActions.changeLoaded({ applicationId }),
    onFailed: (failure) => currentActions.changeFailed({ applicationId, failure }),
  });
  if (outcome.ok) yield* showResult(applicationId, outcome.result);
  yield* reportOutcome(applicationId, outcome, status === 'none' ? 'appointment.takenBack' : 'appointment.cancelled');
}

/** Sends whether the worker came, with the comment, before the answers, because the answers lock it. */
function* saveFeedback({ payload }: ReturnType<typeof feedbackSubmitted>): Step<void> {
  const { applicationId, worker, body } = payload;
  const progress = { isWorkerSaved: false };
  const outcome = yield* submit({
    send: async (api) => {
      if (worker) await api.call('POST /appointment/feedback', { body: worker });
      progress.isWorkerSaved = worker !== null;
      return body && putFeedback(api, payload, body);
    },
    onLoaded: () => currentActions.feedbackLoaded({ applicationId }),
    onFailed: (failure) => currentActions.feedbackFailed({ applicationId, failure }),
  });
  if (outcome.ok) yield* discardDraft('feedback', applicationId);
  if (outcome.ok && outcome.result) yield put(rowChanged(outcome.result));
  yield* reportOutcome(applicationId, outcome, 'constants.updateFeedback');
  // The first of the two calls succeeded and counts, even if the server refused the second one.
  const isPartlySaved = !outcome.ok && progress.isWorkerSaved && !OUTDATED_KEYS.includes(outcome.failure.key);
  if (outcome.ok || isPartlySaved) yield* reloadApplication(applicationId);
}

/** Removes the last answer and shows the previous state. */
function* correctFeedback({ payload }: ReturnType<typeof correctionSubmitted>): Step<void> {
  const { applicationId, name } = payload;
  const outcome = yield* submit({
    send: (api) => deleteFeedback(api, payload),
    onLoaded: () => currentActions.correctionLoaded({ applicationId }),
    onFailed: (failure) => currentActions.correctionFailed({ applicationId, failure }),
  });
  if (!outcome.ok) {
    if (OUTDATED_KEYS.includes(outcome.failure.key)) yield* reloadApplication(applicationId);
    return;
  }
  const { application, appointment, wasTold } = outcome.result;
  yield put(rowChanged(application));
  yield* reloadApplication(applicationId, { appointment });
  yield* notify({
    id: wasTold ? 'feedback.removed.told' : 'feedback.removed.untold',
    values: { name },
    kind: 'success',
  });
}

function* saveCalendar({ payload: { applicationId, id } }: ReturnType<typeof calendarRequested>): Step<void> {
  const outcome = yield* submit({
    send: (api) => api.file('GET /appointment/:id.ics', { params: { id }, accept: MEDIA_TYPES.calendar }),
    onLoaded: () => currentActions.calendarLoaded({ applicationId }),
    onFailed: (failure) => currentActions.calendarFailed({ applicationId, failure }),
  });
  if (outcome.ok) {
    const saveFile = yield* port('saveFile');
    const { blob, name } = outcome.result;
    saveFile({ blob, name: name ?? `${id}.ics` });
  } else if (!isSignedOut(outcome.failure)) {
    yield* notify({ id: 'common.errors.errorOccurred', kind: 'error' });
  }
}

/**
 * Handles changes of the open application's appointment. Changes of several applications run at the same time; each
 * disables only its own buttons.
 */
export function* watchCurrentAppointment(): Step<void> {
  yield all([
    takeLatest(tabOpened, safely(loadPlace)),
    takeEvery(creationSubmitted, safely(create)),
    takeEvery(changeSubmitted, safely(change)),
    takeEvery(feedbackSubmitted, safely(saveFeedback)),
    takeEvery(correctionSubmitted, safely(correctFeedback)),
    takeEvery(calendarRequested, safely(saveCalendar)),
  ]);
}
