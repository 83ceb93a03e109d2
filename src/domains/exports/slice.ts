import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Language } from '../../../contract/constants/options';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, type Loadable } from '../kit/loadable';
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

export interface ExportsState {
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
    },
    excelMailSubmitted: (
      state,
      _action: PayloadAction<{ jobId: number | null; email: string; language: Language }>,
    ) => {
      state.mail = loading;
    },
    cvMailSubmitted: (
      state,
      _action: PayloadAction<{ jobId: number; applicationId: number; email: string; languageCode: Language }>,
    ) => {
      state.mail = loading;
    },
    /** The mail is sent: closes the dialog. */
    mailLoaded: (state) => {
      state.mail = done;
      if (state.dialog !== 'workbook') state.dialog = null;
    },
    mailFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.mail = failed(payload);
    },
    countRequested: (state, { payload }: PayloadAction<CountRequest>) => {
      state.countKey = queryKey(payload.query);
      state.count = loading;
    },
    countLoaded: (state, { payload }: PayloadAction<ExportCount & { countKey: string }>) => {
      const { countKey, ...count } = payload;
      if (countKey === state.countKey) state.count = loaded(count);
    },
    countFailed: (state, { payload }: PayloadAction<{ countKey: string; failure: Failure }>) => {
      if (payload.countKey === state.countKey) state.count = failed(payload.failure);
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
    cvRequested: (
      state,
      { payload }: PayloadAction<{ applicationId: number; fullName: string; languageCode: Language }>,
    ) => {
      state.cvDownloads[payload.applicationId] = loading;
    },
    cvLoaded: (state, { payload }: PayloadAction<{ applicationId: number }>) => {
      delete state.cvDownloads[payload.applicationId];
    },
    cvFailed: (state, { payload }: PayloadAction<{ applicationId: number; failure: Failure }>) => {
      state.cvDownloads[payload.applicationId] = failed(payload.failure);
    },
  },
});

export const exportsReducer = slice.reducer;
export const exportsActions = slice.actions;
export const {
  dialogOpened,
  dialogClosed,
  excelMailSubmitted,
  cvMailSubmitted,
  countRequested,
  workbookRequested,
  workbookDismissed,
  cvRequested,
} = slice.actions;
