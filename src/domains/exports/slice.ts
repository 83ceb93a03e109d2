import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Language } from '../../../contract/constants/options';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, type Loadable } from '../kit/loadable';
import { keyOf, type ExportQuery } from './rules';

export type ExportsDialog = 'excelMail' | 'workbook' | 'cvMail';

export interface WorkbookRequest {
  query: ExportQuery;
  language: Language;
}

/** Number of applications in the workbook, and of all applications of the job. */
export interface ExportCount {
  wanted: number;
  total: number;
}

export interface ExportsState {
  dialog: ExportsDialog | null;
  mail: Loadable<null>;
  /** Key of the last counted query; responses for another query are ignored. */
  countOf: string;
  count: Loadable<ExportCount>;
  workbook: Loadable<null>;
  asked: WorkbookRequest | null;
  /** Rows of a workbook in the background; null for one that the server makes directly. */
  progress: { done: number; total: number } | null;
  /** Pending or failed CVs by application. */
  cvs: Record<number, Loadable<null>>;
}

const initialState: ExportsState = {
  dialog: null,
  mail: init,
  countOf: '',
  count: init,
  workbook: init,
  asked: null,
  progress: null,
  cvs: {},
};

export interface CountRequest {
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
      state.countOf = keyOf(payload.query);
      state.count = loading;
    },
    countLoaded: (state, { payload }: PayloadAction<ExportCount & { of: string }>) => {
      const { of, ...count } = payload;
      if (of === state.countOf) state.count = loaded(count);
    },
    countFailed: (state, { payload }: PayloadAction<{ of: string; failure: Failure }>) => {
      if (payload.of === state.countOf) state.count = failed(payload.failure);
    },
    workbookRequested: (state, { payload }: PayloadAction<WorkbookRequest>) => {
      state.asked = payload;
      state.workbook = loading;
      state.progress = null;
    },
    /** Restores an export that started before a reload. */
    workbookFound: (state) => {
      state.workbook = loading;
      state.progress = { done: 0, total: 0 };
    },
    workbookAdvanced: (state, { payload }: PayloadAction<{ done: number; total: number }>) => {
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
      state.asked = null;
      state.progress = null;
    },
    cvRequested: (
      state,
      { payload }: PayloadAction<{ applicationId: number; fullName: string; languageCode: Language }>,
    ) => {
      state.cvs[payload.applicationId] = loading;
    },
    cvLoaded: (state, { payload }: PayloadAction<{ applicationId: number }>) => {
      delete state.cvs[payload.applicationId];
    },
    cvFailed: (state, { payload }: PayloadAction<{ applicationId: number; failure: Failure }>) => {
      state.cvs[payload.applicationId] = failed(payload.failure);
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
