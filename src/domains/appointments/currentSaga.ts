import { all, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Appointment, AppointmentBody } from '../../../contract/schemas/appointments';
import type { MessageId } from '../../lib/intl';
import { appointmentChanged, detailChanged, rowChanged } from '../applications';
import { draftDiscarded } from '../jobs';
import { selectUser } from '../session';
import { port, read, type Step } from '../kit/effects';
import { isSignedOut } from '../kit/failure';
import { request, submit, type Outcome } from '../kit/request';
import { safely } from '../kit/safely';
import * as api from './currentApi';
import { formDraftKey, type DraftedForm } from './draftKey';
import {
  calendarRequested,
  changeSubmitted,
  creationSubmitted,
  currentActions,
  feedbackSubmitted,
  tabOpened,
} from './currentSlice';
import { selectCurrentAppointment } from './selectors';

/** Loads the job's place. Without one the form offers the company's place. */
function* loadPlace({ payload: { applicationId, jobId } }: ReturnType<typeof tabOpened>): Step<void> {
  yield* request({
    send: (ports, signal) => api.getWorkPlace(ports, jobId, signal),
    onLoaded: (place) => currentActions.placeLoaded({ applicationId, place }),
    onFailed: () => currentActions.placeLoaded({ applicationId, place: null }),
  });
}

/** Error keys that mean that the page shows outdated data. */
const OUTDATED: readonly string[] = [
  ERROR_KEYS.appointmentExists,
  ERROR_KEYS.appointmentStatusInvalid,
  ERROR_KEYS.appointmentNotShortlisted,
  ERROR_KEYS.feedbackLocked,
  ERROR_KEYS.feedbackNoAppointment,
];

function* reloadAround(applicationId: number, changes?: { appointment: Appointment | null }): Step<void> {
  yield put(appointmentChanged({ applicationId }));
  yield put(detailChanged({ applicationId, changes }));
}

/** Shows a notice after a success; reloads the data after an error that means that the page is outdated. */
function* conclude(applicationId: number, outcome: Outcome<unknown>, said: MessageId): Step<void> {
  const notify = yield* port('notify');
  if (outcome.ok) notify({ id: said, kind: 'success' });
  else if (OUTDATED.includes(outcome.failure.key)) yield* reloadAround(applicationId);
}

/** Shows the appointment from the response before the reload. */
function* showNow(id: number, appointment: Appointment | null): Step<void> {
  const shown = appointment && { id: appointment.id, status: appointment.status };
  yield put(rowChanged({ id, appointment: shown }));
  yield* reloadAround(id, { appointment });
}

function* forgetDraft(form: DraftedForm, applicationId: number): Step<void> {
  const user = yield* read(selectUser);
  if (user) yield put(draftDiscarded({ key: formDraftKey(user.id, form, applicationId) }));
}

/** Returns the same key for every try of the same form, so that a lost response causes no second invitation. */
function* keyOf(body: AppointmentBody): Step<string> {
  const text = JSON.stringify(body);
  const { attempt } = yield* read(selectCurrentAppointment);
  if (attempt?.body === text) return attempt.key;
  const random = yield* port('random');
  const key = random.id();
  yield put(currentActions.attemptStarted({ body: text, key }));
  return key;
}

function* create({ payload: { body } }: ReturnType<typeof creationSubmitted>): Step<void> {
  const { applicationId } = body;
  const key = yield* keyOf(body);
  const outcome = yield* submit({
    send: (ports) => api.postAppointment(ports, body, key),
    onLoaded: () => currentActions.creationLoaded({ applicationId }),
    onFailed: (failure) => currentActions.creationFailed({ applicationId, failure }),
  });
  if (outcome.ok) {
    yield* forgetDraft('appointment', applicationId);
    yield* showNow(applicationId, outcome.result);
  }
  yield* conclude(applicationId, outcome, 'appointment.created');
}

/** Cancels or removes the appointment; both reload the appointment and the applicant. */
function* change({ payload: { applicationId, id, status } }: ReturnType<typeof changeSubmitted>): Step<void> {
  const outcome = yield* submit({
    send: (ports) => api.putAppointmentStatus(ports, id, status),
    onLoaded: () => currentActions.changeLoaded({ applicationId }),
    onFailed: (failure) => currentActions.changeFailed({ applicationId, failure }),
  });
  if (outcome.ok) yield* showNow(applicationId, outcome.result);
  yield* conclude(applicationId, outcome, status === 'none' ? 'appointment.takenBack' : 'appointment.cancelled');
}

/** Sends whether the worker came, with the comment, before the answers, because the answers lock it. */
function* record({ payload }: ReturnType<typeof feedbackSubmitted>): Step<void> {
  const { applicationId, worker, body } = payload;
  const held = { isWorkerSaid: false };
  const outcome = yield* submit({
    send: async (ports) => {
      if (worker) await api.postAppointmentFeedback(ports, worker);
      held.isWorkerSaid = worker !== null;
      return body && api.putFeedback(ports, payload, body);
    },
    onLoaded: () => currentActions.feedbackLoaded({ applicationId }),
    onFailed: (failure) => currentActions.feedbackFailed({ applicationId, failure }),
  });
  if (outcome.ok) yield* forgetDraft('feedback', applicationId);
  if (outcome.ok && outcome.result) yield put(rowChanged(outcome.result));
  yield* conclude(applicationId, outcome, 'constants.updateFeedback');
  // The first of the two calls succeeded and counts, even if the server refused the second one.
  const isHalf = !outcome.ok && held.isWorkerSaid && !OUTDATED.includes(outcome.failure.key);
  if (outcome.ok || isHalf) yield* reloadAround(applicationId);
}

function* saveCalendar({ payload: { applicationId, id } }: ReturnType<typeof calendarRequested>): Step<void> {
  const outcome = yield* submit({
    send: (ports, signal) => api.getCalendar(ports, id, signal),
    onLoaded: () => currentActions.calendarLoaded({ applicationId }),
    onFailed: (failure) => currentActions.calendarFailed({ applicationId, failure }),
  });
  if (outcome.ok) {
    const saveFile = yield* port('saveFile');
    const { blob, name } = outcome.result;
    saveFile({ blob, name: name ?? `${id}.ics` });
  } else if (!isSignedOut(outcome.failure)) {
    const notify = yield* port('notify');
    notify({ id: 'common.errors.errorOccurred', kind: 'error' });
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
    takeEvery(feedbackSubmitted, safely(record)),
    takeEvery(calendarRequested, safely(saveCalendar)),
  ]);
}
