import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { all, call, delay, put, takeEvery, takeLeading } from 'redux-saga/effects';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import { EXPORT_ROWS_DIRECT } from '../../../contract/constants/limits';
import type { Language } from '../../../contract/constants/options';
import type { ExportPayload } from '../../../contract/schemas/exports';
import type { Api } from '../../lib/api';
import type { MessageId } from '../../lib/intl';
import { ApiError, type HttpFile } from '../../lib/http';
import { applicantLeft, listLeft } from '../applications';
import { listLeft as appointmentsLeft } from '../appointments';
import { callApi, notify, read, type Step } from '../kit/effects';
import { saveFile } from '../kit/saveFile';
import { isSignedOut, toFailure, type Failure } from '../kit/failure';
import { notifyFailure } from '../kit/notifyFailure';
import { callWhenSignedIn } from '../kit/request';
import { safely, until } from '../kit/safely';
import { SessionEnded } from '../kit/session';
import { loggedOut, selectUser, SESSION_ENDS } from '../session';
import {
  EXPORT_POLL_MS,
  ID_PAGE_SIZE,
  isInconclusive,
  queryKey,
  TOO_MANY_FOR_EXCEPTIONS,
  type ExportQuery,
} from './rules';
import {
  countRequested,
  cvMailSubmitted,
  cvRequested,
  dialogClosed,
  excelMailSubmitted,
  exporting,
  exportsActions,
  selectExports,
  workbookDismissed,
  workbookRequested,
  type QueryRequest,
  type WorkbookRequest,
} from './slice';

/** The workbook that the server makes in the background; stored, so that a reloaded page finds it again. */
export interface PendingExportState {
  export: { id: string; ownerId: number } | null;
}

const initialState: PendingExportState = { export: null };

const clearExport = (state: PendingExportState) => {
  state.export = null;
};

const slice = createSlice({
  name: 'pendingExport',
  initialState,
  reducers: {
    exportStarted: (state, { payload }: PayloadAction<{ id: string; ownerId: number }>) => {
      state.export = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(workbookRequested, clearExport)
      .addCase(workbookDismissed, clearExport)
      .addCase(exportsActions.workbookLoaded, clearExport)
      .addCase(exportsActions.workbookFailed, clearExport)
      .addCase(loggedOut, clearExport);
  },
});

export const pendingExportReducer = slice.reducer;
export const { exportStarted } = slice.actions;

const selectPendingExport = (state: { pendingExport: PendingExportState }) => state.pendingExport.export;

const getExportCount = async (api: Api, query: ExportQuery): Promise<number> =>
  (await api.envelope('GET /search/application/all', { query: { ...query, limit: 0 } })).total ?? 0;

/** Returns the ids of all applications that match a query, newest first, without gaps or repeats. */
const getExportIds = async (api: Api, query: ExportQuery): Promise<{ id: number }[]> => {
  const found: { id: number }[] = [];
  let isFull = true;
  while (isFull) {
    const page = { limit: ID_PAGE_SIZE, before: found.at(-1)?.id };
    const rows = await api.call('GET /search/application/all', { query: { ...query, ...page } });
    found.push(...rows.map(({ id }) => ({ id })));
    isFull = rows.length === ID_PAGE_SIZE;
  }
  return found;
};

const postWorkbook = (api: Api, body: { applications: { id: number }[]; language: Language }) =>
  api.file('POST /job/application/export/excel', { body, accept: MEDIA_TYPES.workbook });

/** Starts a workbook of all applications that match the query and returns its id. */
const postExport = async (api: Api, body: { query: ExportQuery; language: Language }) =>
  (await api.call('POST /job/application/export/excel', { body })).exportId;

const getExportFile = (api: Api, id: string) =>
  api.file('GET /job/application/export/:id/file', { params: { id }, accept: MEDIA_TYPES.workbook });

/**
 * Reads the state of an export once; returns null when the response says nothing about it. The export continues while
 * the session is lost.
 */
function* readExport(id: string): Step<ExportPayload | null> {
  try {
    return yield* callWhenSignedIn((api) => api.call('GET /job/application/export/:id', { params: { id } }));
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
    if (current?.state === 'done') return yield* callApi((api) => getExportFile(api, id));
    if (current) yield put(exportsActions.workbookProgressed({ done: current.done, total: current.total }));
  }
}

function* createInBackground({ query, except = [], language }: QueryRequest): Step<HttpFile> {
  if (except.length > 0) throw new ApiError({ status: 409, key: TOO_MANY_FOR_EXCEPTIONS });
  const id = yield* callApi((api) => postExport(api, { query, language }));
  const user = yield* read(selectUser);
  if (user) yield put(exportStarted({ id, ownerId: user.id }));
  yield put(exportsActions.workbookProgressed({ done: 0, total: 0 }));
  return yield* pollExport(id);
}

/** Makes up to 2,000 rows directly, by their ids; more in the background. See docs/API.md#export-calls. */
function* createFromQuery(request: QueryRequest): Step<HttpFile> {
  const { query, except = [], language } = request;
  const count = yield* callApi((api) => getExportCount(api, query));
  if (count > EXPORT_ROWS_DIRECT) return yield* createInBackground(request);
  const matching = yield* callApi((api) => getExportIds(api, query));
  const applications = matching.filter(({ id }) => !except.includes(id));
  // More applications arrived since the count.
  if (applications.length > EXPORT_ROWS_DIRECT) return yield* createInBackground(request);
  if (applications.length === 0) throw new ApiError({ status: 404, key: 'error.not_found' });
  return yield* callApi((api) => postWorkbook(api, { applications, language }));
}

function* createWorkbook(request: WorkbookRequest): Step<HttpFile> {
  if ('query' in request) return yield* createFromQuery(request);
  const { ids, language } = request;
  const applications = ids.map((id) => ({ id }));
  return yield* callApi((api) => postWorkbook(api, { applications, language }));
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
  yield* saveFile(file, 'Applications.xlsx');
  yield put(exportsActions.workbookLoaded());
  yield* notify({ id: 'exports.excel.saved', kind: 'success' });
}

/** Runs while the dialog is closed; ends with the session or when the user cancels. */
const untilDismissed = until(exportWorkbook, [workbookDismissed, ...SESSION_ENDS]);

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

exporting.calls(countRequested, {
  call: async (api, { query, all: unfiltered }) => {
    const matching = await getExportCount(api, query);
    const isNarrowed = queryKey(unfiltered) !== queryKey(query);
    return { matching, total: isNarrowed ? await getExportCount(api, unfiltered) : matching };
  },
});

/** Closes the dialog of the mail, unless the user has closed it and maybe opened another one. */
function* reportMailed(id: MessageId, email: string, isLate: boolean): Step<void> {
  if (!isLate) yield put(dialogClosed());
  yield* notify({ id, values: { email }, kind: 'success' });
}

exporting.calls(excelMailSubmitted, {
  call: (api, body) => api.call('POST /job/application/export/excel/send', { body }),
  after: (_sent, { email }, isLate) => reportMailed('exports.excel.mailed', email, isLate),
});

exporting.calls(cvMailSubmitted, {
  call: (api, { jobId, ...body }) => api.call('POST /job/detail/:jobId/export-pdf', { params: { jobId }, body }),
  after: (_sent, { email }, isLate) => reportMailed('exports.cv.mailed', email, isLate),
});

exporting.calls(cvRequested, {
  call: (api, { applicationId, languageCode }) => {
    const body = { userInformation: { applicationId }, languageCode };
    return api.file('POST /export/pdf/cv', { body, accept: MEDIA_TYPES.pdf });
  },
  after: (file, { fullName }) => saveFile(file, `${fullName}_CV.pdf`),
  afterFailure: notifyFailure,
});

/** A dialog must not open again on the next page that has it. */
function* closeDialog(): Step<void> {
  if ((yield* read(selectExports)).dialog !== null) yield put(dialogClosed());
}

export function* exportsSaga(): Step<void> {
  yield all([
    ...exporting.watch(),
    takeEvery([listLeft, appointmentsLeft, applicantLeft], safely(closeDialog)),
    takeLeading(workbookRequested, safely(exportUntilDismissed)),
    call(safely(resume)),
  ]);
}
