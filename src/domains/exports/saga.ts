import { all, call, delay, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { EXPORT_ROWS_DIRECT } from '../../../contract/constants/limits';
import type { ExportPayload } from '../../../contract/schemas/exports';
import { ApiError, type HttpFile } from '../../lib/http';
import type { MessageId } from '../../lib/intl';
import { loggedOut, selectUser, sessionEndedElsewhere } from '../session';
import { ask, port, read, type Step } from '../kit/effects';
import { isSignedOut, toFailure, type Failure } from '../kit/failure';
import { askWhenSignedIn, request, submit, type Outcome } from '../kit/request';
import { safely } from '../kit/safely';
import * as api from './api';
import { exportBegun } from './pending';
import { EXPORT_POLL, keyOf, saysNothing } from './rules';
import { selectExports, selectPendingExport } from './selectors';
import {
  countRequested,
  cvMailSubmitted,
  cvRequested,
  excelMailSubmitted,
  exportsActions,
  workbookDismissed,
  workbookRequested,
  type WorkbookRequest,
} from './slice';

function* loadCount({ payload: { query, all: unfiltered } }: ReturnType<typeof countRequested>): Step<void> {
  const of = keyOf(query);
  yield* request({
    send: async (ports, signal) => {
      const wanted = await api.getExportCount(ports, query, signal);
      const isNarrowed = keyOf(unfiltered) !== of;
      return { wanted, total: isNarrowed ? await api.getExportCount(ports, unfiltered, signal) : wanted };
    },
    onLoaded: (count) => exportsActions.countLoaded({ of, ...count }),
    onFailed: (failure) => exportsActions.countFailed({ of, failure }),
  });
}

/**
 * Reports the outcome of a mail. The open dialog shows the failure itself, at the field if it belongs to one; after
 * the dialog has closed, a notice reports it.
 */
function* concludeMail(outcome: Outcome<null>, said: MessageId, email: string): Step<void> {
  const notify = yield* port('notify');
  if (!outcome.ok) {
    const isClosed = (yield* read(selectExports)).dialog === null;
    if (isClosed && !isSignedOut(outcome.failure)) notify({ id: 'common.errors.errorOccurred', kind: 'error' });
    return;
  }
  notify({ id: said, values: { email }, kind: 'success' });
}

function* mailExcel({ payload }: ReturnType<typeof excelMailSubmitted>): Step<void> {
  const outcome = yield* submit({
    send: (ports) => api.sendExcel(ports, payload),
    onLoaded: () => exportsActions.mailLoaded(),
    onFailed: exportsActions.mailFailed,
  });
  yield* concludeMail(outcome, 'exports.excel.mailed', payload.email);
}

function* mailCv({ payload: { jobId, ...body } }: ReturnType<typeof cvMailSubmitted>): Step<void> {
  const outcome = yield* submit({
    send: (ports) => api.sendCv(ports, jobId, body),
    onLoaded: () => exportsActions.mailLoaded(),
    onFailed: exportsActions.mailFailed,
  });
  yield* concludeMail(outcome, 'exports.cv.mailed', body.email);
}

/**
 * Reads the state of an export once; returns null when the response says nothing about it. The export continues while
 * the session is lost.
 */
function* look(id: string): Step<ExportPayload | null> {
  const ports = yield* port('api');
  try {
    return yield* askWhenSignedIn((signal) => api.getExport(ports, id, signal));
  } catch (error) {
    if (!saysNothing(toFailure(error))) throw error;
    return null;
  }
}

/** Polls an export every 2 s until it is finished. */
function* follow(id: string): Step<HttpFile> {
  const ports = yield* port('api');
  for (;;) {
    yield delay(EXPORT_POLL);
    const seen = yield* look(id);
    if (seen?.state === 'failed') throw new ApiError({ status: 500, key: 'error.unknown_error' });
    if (seen?.state === 'done') return yield* ask((signal) => api.getExportFile(ports, id, signal));
    if (seen) yield put(exportsActions.workbookAdvanced({ done: seen.done, total: seen.total }));
  }
}

function* makeInBackground({ query, language }: WorkbookRequest): Step<HttpFile> {
  const ports = yield* port('api');
  const id = yield* ask((signal) => api.postExport(ports, { query, language }, signal));
  const user = yield* read(selectUser);
  if (user) yield put(exportBegun({ id, ownerId: user.id }));
  yield put(exportsActions.workbookAdvanced({ done: 0, total: 0 }));
  return yield* follow(id);
}

/** Makes up to 2,000 rows directly, by their ids; more in the background. See docs/API.md#export-calls. */
function* make(wish: WorkbookRequest): Step<HttpFile> {
  const { query, language } = wish;
  const ports = yield* port('api');
  const count = yield* ask((signal) => api.getExportCount(ports, query, signal));
  if (count > EXPORT_ROWS_DIRECT) return yield* makeInBackground(wish);
  const applications = yield* ask((signal) => api.getExportIds(ports, query, signal));
  // More applications arrived since the count.
  if (applications.length > EXPORT_ROWS_DIRECT) return yield* makeInBackground(wish);
  if (applications.length === 0) throw new ApiError({ status: 404, key: 'error.not_found' });
  return yield* ask((signal) => api.postWorkbook(ports, { applications, language }, signal));
}

function* fail(failure: Failure): Step<void> {
  yield put(exportsActions.workbookFailed(failure));
  if (isSignedOut(failure)) return;
  const notify = yield* port('notify');
  notify({ id: 'common.errors.errorOccurred', kind: 'error' });
}

function* exportWorkbook(making: () => Step<HttpFile>): Step<void> {
  let file: HttpFile;
  try {
    file = yield* making();
  } catch (error) {
    yield* fail(toFailure(error));
    return;
  }
  const saveFile = yield* port('saveFile');
  saveFile({ blob: file.blob, name: file.name ?? 'Applications.xlsx' });
  yield put(exportsActions.workbookLoaded());
  const notify = yield* port('notify');
  notify({ id: 'exports.excel.saved', kind: 'success' });
}

/** Runs while the dialog is closed; ends with the session or when the user cancels. */
function* whileWanted(making: () => Step<HttpFile>): Step<void> {
  yield race([call(exportWorkbook, making), take([workbookDismissed, loggedOut, sessionEndedElsewhere])]);
}

function* exportWhileWanted({ payload }: ReturnType<typeof workbookRequested>): Step<void> {
  yield* whileWanted(() => make(payload));
}

/** Continues an export that started before a reload, with its progress. */
function* resume(): Step<void> {
  const pending = yield* read(selectPendingExport);
  const user = yield* read(selectUser);
  if (!pending || pending.ownerId !== user?.id) return;
  yield put(exportsActions.workbookFound());
  try {
    yield* look(pending.id);
  } catch {
    // The export is gone, because the server keeps it for a day; the user no longer waits for it.
    yield put(workbookDismissed());
    return;
  }
  yield* whileWanted(() => follow(pending.id));
}

function* saveCv({ payload }: ReturnType<typeof cvRequested>): Step<void> {
  const { applicationId, fullName, languageCode } = payload;
  const outcome = yield* submit({
    send: (ports, signal) => api.exportCv(ports, { userInformation: { applicationId }, languageCode }, signal),
    onLoaded: () => exportsActions.cvLoaded({ applicationId }),
    onFailed: (failure) => exportsActions.cvFailed({ applicationId, failure }),
  });
  if (outcome.ok) {
    const saveFile = yield* port('saveFile');
    saveFile({ blob: outcome.result.blob, name: outcome.result.name ?? `${fullName}_CV.pdf` });
  } else if (!isSignedOut(outcome.failure)) {
    const notify = yield* port('notify');
    notify({ id: 'common.errors.errorOccurred', kind: 'error' });
  }
}

export function* exportsSaga(): Step<void> {
  yield all([
    takeLatest(countRequested, safely(loadCount)),
    takeLeading(excelMailSubmitted, safely(mailExcel)),
    takeLeading(cvMailSubmitted, safely(mailCv)),
    takeLeading(workbookRequested, safely(exportWhileWanted)),
    takeEvery(cvRequested, safely(saveCv)),
    call(safely(resume)),
  ]);
}
