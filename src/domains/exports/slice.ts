import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Language } from '../../../contract/constants/options';
import type { Failure } from '../kit/failure';
import { done, failed, init, loading, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { queryKey, type ExportQuery } from './rules';

type ExportsDialog = 'excelMail' | 'workbook' | 'cvMail';

/** A workbook of some applications by their ids, or of all that match a query, except some. */
export type WorkbookRequest = QueryRequest | { ids: number[]; language: Language };

export interface QueryRequest {
  query: ExportQuery;
  except?: number[];
  language: Language;
}

/** Number of applications in the workbook, and of all applications of the job. */
interface ExportCount {
  matching: number;
  total: number;
}

interface ExportsState {
  dialog: ExportsDialog | null;
  mail: Loadable<null>;
  /** Key of the last counted query; responses for another query are ignored. */
  countKey: string;
  count: Loadable<ExportCount>;
  workbook: Loadable<null>;
  lastRequest: WorkbookRequest | null;
  /** Rows of a workbook in the background; null for one that the server makes directly. */
  progress: { done: number; total: number } | null;
  /** Pending or failed CVs by application. */
  cvDownloads: Record<number, Loadable<null>>;
}

const initialState: ExportsState = {
  dialog: null,
  mail: init,
  countKey: '',
  count: init,
  workbook: init,
  lastRequest: null,
  progress: null,
  cvDownloads: {},
};

interface CountRequest {
  query: ExportQuery;
  all: ExportQuery;
}

export const exporting = operations<ExportsState>('exports');

const slice = createSlice({
  name: 'exports',
  initialState,
  reducers: {
    dialogOpened: (state, { payload }: PayloadAction<{ dialog: ExportsDialog }>) => {
      state.dialog = payload.dialog;
      state.mail = init;
    },
    /** Closing the dialog does not cancel a workbook in progress. */
    dialogClosed: (state) => {
      state.dialog = null;
      state.mail = init;
    },
    workbookRequested: (state, { payload }: PayloadAction<WorkbookRequest>) => {
      state.lastRequest = payload;
      state.workbook = loading;
      state.progress = null;
    },
    /** Restores an export that started before a reload. */
    workbookResumed: (state) => {
      state.workbook = loading;
      state.progress = { done: 0, total: 0 };
    },
    workbookProgressed: (state, { payload }: PayloadAction<{ done: number; total: number }>) => {
      state.progress = payload;
    },
    workbookLoaded: (state) => {
      state.workbook = done;
      state.progress = null;
      if (state.dialog === 'workbook') state.dialog = null;
    },
    workbookFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.workbook = failed(payload);
      state.progress = null;
    },
    /** The user cancelled the export or closed its error. */
    workbookDismissed: (state) => {
      state.workbook = init;
      state.lastRequest = null;
      state.progress = null;
    },
  },
  extraReducers: exporting.reduce,
});

export const exportsReducer = slice.reducer;
export const exportsActions = slice.actions;
export const { dialogOpened, dialogClosed, workbookRequested, workbookDismissed } = slice.actions;

export const selectExports = (state: { exports: ExportsState }) => state.exports;

// saga.ts loads later and adds the calls.
export const countRequested = exporting.read('countRequested', {
  field: 'count',
  forgets: 'atStart',
  start: (state, { query }: CountRequest) => {
    state.countKey = queryKey(query);
  },
  isCurrent: ({ countKey }, { query }) => queryKey(query) === countKey,
});

export const excelMailSubmitted = exporting.submit<
  unknown,
  { jobId: number | null; email: string; language: Language }
>('excelMailSubmitted', { field: 'mail' });

export const cvMailSubmitted = exporting.submit<
  unknown,
  { jobId: number; applicationId: number; email: string; languageCode: Language }
>('cvMailSubmitted', { field: 'mail' });

export const cvRequested = exporting.submit<
  unknown,
  { applicationId: number; fullName: string; languageCode: Language }
>('cvRequested', {
  field: 'cvDownloads',
  key: ({ applicationId }) => applicationId,
  loaded: ({ cvDownloads }, _file, { applicationId }) => {
    delete cvDownloads[applicationId];
  },
});
