import { all, call, delay, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { EXPORT_ROWS_DIRECT } from '../../../contract/constants/limits';
import type { ExportPayload } from '../../../contract/schemas/exports';
import { ApiError, type HttpFile } from '../../lib/http';
import type { MessageId } from '../../lib/intl';
import { loggedOut, selectUser, sessionEndedElsewhere } from '../session';
import { callApi, notify, port, read, type Step } from '../kit/effects';
import { isSignedOut, toFailure, type Failure } from '../kit/failure';
import { callWhenSignedIn, request, submit, type Outcome } from '../kit/request';
import { SessionEnded } from '../kit/session';
import { safely } from '../kit/safely';
import * as api from './api';
import { exportStarted } from './pending';
import { EXPORT_POLL_MS, isInconclusive, queryKey, TOO_MANY_FOR_EXCEPTIONS } from './rules';
import { selectExports, selectPendingExport } from './selectors';
import {
  countRequested,
  cvMailSubmitted,
  cvRequested,
  excelMailSubmitted,
  exportsActions,
  workbookDismissed,
  workbookRequested,
  type QueryRequest,
  type WorkbookRequest,
} from './slice';

function* loadCount({ payload: { query, all: unfiltered } }: ReturnType<typeof countRequested>): Step<void> {
  const countKey = queryKey(query);
  yield* request({
    send: async (ports) => {
      const matching = await api.getExportCount(ports, query);
      const isNarrowed = queryKey(unfiltered) !== countKey;
      return { matching, total: isNarrowed ? await api.getExportCount(ports, unfiltered) : matching };
    },
    onLoaded: (count) => exportsActions.countLoaded({ countKey, ...count }),
    onFailed: (failure) => exportsActions.countFailed({ countKey, failure }),
  });
}

/**
 * Reports the outcome of a mail. The open dialog shows the failure itself, at the field if it belongs to one; after
 * the dialog has closed, a notice reports it.
 */
function* reportMail(outcome: Outcome<null>, successText: MessageId, email: string): Step<void> {
  if (!outcome.ok) {
    const isClosed = (yield* read(selectExports)).dialog === null;
    if (isClosed && !isSignedOut(outcome.failure)) yield* notify({ id: 'common.errors.errorOccurred', kind: 'error' });
    return;
  }
  yield* notify({ id: successText, values: { email }, kind: 'success' });
}

function* mailExcel({ payload }: ReturnType<typeof excelMailSubmitted>): Step<void> {
  const outcome = yield* submit({
    send: (ports) => ports.call('POST /job/application/export/excel/send', { body: payload }),
    onLoaded: () => exportsActions.mailLoaded(),
    onFailed: exportsActions.mailFailed,
  });
  yield* reportMail(outcome, 'exports.excel.mailed', payload.email);
}

function* mailCv({ payload: { jobId, ...body } }: ReturnType<typeof cvMailSubmitted>): Step<void> {
  const outcome = yield* submit({
    send: (ports) => ports.call('POST /job/detail/:jobId/export-pdf', { params: { jobId }, body }),
    onLoaded: () => exportsActions.mailLoaded(),
    onFailed: exportsActions.mailFailed,
  });
  yield* reportMail(outcome, 'exports.cv.mailed', body.email);
}

/**
 * Reads the state of an export once; returns null when the response says nothing about it. The export continues while
 * the session is lost.
 */
function* readExport(id: string): Step<ExportPayload | null> {
  try {
    return yield* callWhenSignedIn((ports) => ports.call('GET /job/application/export/:id', { params: { id } }));
  } catch (error) {
    if (error instanceof SessionEnded || !isInconclusive(toFailure(error))) throw error;
    return null;
  }
}

/** Polls an export every 2 s until it is finished. */
function* pollExport(id: string): Step<HttpFile> {
  for (;;) {
    yield delay(EXPORT_POLL_MS);
    const current = yield* readExport(id);
    if (current?.state === 'failed') throw new ApiError({ status: 500, key: 'error.unknown_error' });
    if (current?.state === 'done') return yield* callApi((ports) => api.getExportFile(ports, id));
    if (current) yield put(exportsActions.workbookProgressed({ done: current.done, total: current.total }));
  }
}

function* createInBackground({ query, except = [], language }: QueryRequest): Step<HttpFile> {
  if (except.length > 0) throw new ApiError({ status: 409, key: TOO_MANY_FOR_EXCEPTIONS });
  const id = yield* callApi((ports) => api.postExport(ports, { query, language }));
  const user = yield* read(selectUser);
  if (user) yield put(exportStarted({ id, ownerId: user.id }));
  yield put(exportsActions.workbookProgressed({ done: 0, total: 0 }));
  return yield* pollExport(id);
}

/** Makes up to 2,000 rows directly, by their ids; more in the background. See docs/API.md#export-calls. */
function* createFromQuery(request: QueryRequest): Step<HttpFile> {
  const { query, except = [], language } = request;
  const count = yield* callApi((ports) => api.getExportCount(ports, query));
  if (count > EXPORT_ROWS_DIRECT) return yield* createInBackground(request);
  const matching = yield* callApi((ports) => api.getExportIds(ports, query));
  const applications = matching.filter(({ id }) => !except.includes(id));
  // More applications arrived since the count.
  if (applications.length > EXPORT_ROWS_DIRECT) return yield* createInBackground(request);
  if (applications.length === 0) throw new ApiError({ status: 404, key: 'error.not_found' });
  return yield* callApi((ports) => api.postWorkbook(ports, { applications, language }));
}

function* createWorkbook(request: WorkbookRequest): Step<HttpFile> {
  if ('query' in request) return yield* createFromQuery(request);
  const { ids, language } = request;
  const applications = ids.map((id) => ({ id }));
  return yield* callApi((ports) => api.postWorkbook(ports, { applications, language }));
}

function* fail(failure: Failure): Step<void> {
  yield put(exportsActions.workbookFailed(failure));
  if (isSignedOut(failure)) return;
  const isTooMany = failure.key === TOO_MANY_FOR_EXCEPTIONS;
  yield* notify({ id: isTooMany ? TOO_MANY_FOR_EXCEPTIONS : 'common.errors.errorOccurred', kind: 'error' });
}

function* exportWorkbook(create: () => Step<HttpFile>): Step<void> {
  let file: HttpFile;
  try {
    file = yield* create();
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    yield* fail(toFailure(error));
    return;
  }
  const saveFile = yield* port('saveFile');
  saveFile({ blob: file.blob, name: file.name ?? 'Applications.xlsx' });
  yield put(exportsActions.workbookLoaded());
  yield* notify({ id: 'exports.excel.saved', kind: 'success' });
}

/** Runs while the dialog is closed; ends with the session or when the user cancels. */
function* untilDismissed(create: () => Step<HttpFile>): Step<void> {
  yield race([call(exportWorkbook, create), take([workbookDismissed, loggedOut, sessionEndedElsewhere])]);
}

function* exportUntilDismissed({ payload }: ReturnType<typeof workbookRequested>): Step<void> {
  yield* untilDismissed(() => createWorkbook(payload));
}

/** Continues an export that started before a reload, with its progress. */
function* resume(): Step<void> {
  const pending = yield* read(selectPendingExport);
  const user = yield* read(selectUser);
  if (!pending || pending.ownerId !== user?.id) return;
  yield put(exportsActions.workbookResumed());
  try {
    yield* readExport(pending.id);
  } catch {
    // The export is gone, because the server keeps it for a day; the user no longer waits for it.
    yield put(workbookDismissed());
    return;
  }
  yield* untilDismissed(() => pollExport(pending.id));
}

function* saveCv({ payload }: ReturnType<typeof cvRequested>): Step<void> {
  const { applicationId, fullName, languageCode } = payload;
  const outcome = yield* submit({
    send: (ports) => api.exportCv(ports, { userInformation: { applicationId }, languageCode }),
    onLoaded: () => exportsActions.cvLoaded({ applicationId }),
    onFailed: (failure) => exportsActions.cvFailed({ applicationId, failure }),
  });
  if (outcome.ok) {
    const saveFile = yield* port('saveFile');
    saveFile({ blob: outcome.result.blob, name: outcome.result.name ?? `${fullName}_CV.pdf` });
  } else if (!isSignedOut(outcome.failure)) {
    yield* notify({ id: 'common.errors.errorOccurred', kind: 'error' });
  }
}

export function* exportsSaga(): Step<void> {
  yield all([
    takeLatest(countRequested, safely(loadCount)),
    takeLeading(excelMailSubmitted, safely(mailExcel)),
    takeLeading(cvMailSubmitted, safely(mailCv)),
    takeLeading(workbookRequested, safely(exportUntilDismissed)),
    takeEvery(cvRequested, safely(saveCv)),
    call(safely(resume)),
  ]);
}
