import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Sheet, SheetProblem } from '../../lib/sheet/types';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, type Loadable } from '../kit/loadable';
import { matchColumns, type ColumnChoice, type ImportField, type ImportKind } from './columns';
import type { Lookup, LookupField } from './rows';

export interface ImportFile extends Sheet {
  fileName: string;
}

/** The server's answer for one row; `index` counts the file's rows from 0. */
export interface RowResult {
  index: number;
  ok: boolean;
  errors: { field: string; error: string }[];
}

export interface ImportsState {
  kind: ImportKind;
  /** The fields that this company's form has. */
  columnFields: ImportField[];
  file: Loadable<ImportFile>;
  columns: ColumnChoice[];
  lookups: Lookup[];
  search: Loadable<null>;
  creation: Loadable<null>;
  /** The first part of each call's Idempotency-Key, so that a call sent again creates nothing twice. */
  importKey: string;
  /** Indices of the rows to create. */
  queue: number[];
  results: RowResult[];
}

const initialState: ImportsState = {
  kind: 'branch',
  columnFields: [],
  file: init,
  columns: [],
  lookups: [],
  search: init,
  creation: init,
  importKey: '',
  queue: [],
  results: [],
};

const slice = createSlice({
  name: 'imports',
  initialState,
  reducers: {
    importOpened: (_state, { payload }: PayloadAction<{ kind: ImportKind; columnFields: ImportField[] }>) => ({
      ...initialState,
      ...payload,
    }),
    importLeft: () => initialState,
    fileChosen: ({ kind, columnFields }) => ({ ...initialState, kind, columnFields, file: loading }),
    fileRead: (state, { payload }: PayloadAction<ImportFile>) => {
      state.file = loaded(payload);
      state.columns = matchColumns(payload.header, state.columnFields);
    },
    fileRefused: (state, { payload }: PayloadAction<{ problem: SheetProblem }>) => {
      state.file = failed({ kind: 'invalid', key: payload.problem, requestId: null, status: 0 });
    },
    columnChosen: (state, { payload }: PayloadAction<ColumnChoice>) => {
      for (const choice of state.columns) {
        if (choice.field === payload.field) choice.column = payload.column;
        // A column serves one field.
        else if (choice.column === payload.column) choice.column = null;
      }
    },
    searchStarted: (state) => {
      state.search = loading;
    },
    lookupsLoaded: (state, { payload }: PayloadAction<Lookup[]>) => {
      const isNew = (known: Lookup) =>
        !payload.some(({ field, searched }) => field === known.field && searched === known.searched);
      state.lookups = [...state.lookups.filter(isNew), ...payload];
    },
    searchFinished: (state) => {
      state.search = done;
    },
    /** Looks again for what an earlier search failed to answer. */
    searchRetried: (state) => {
      state.lookups = state.lookups.filter(({ status }) => status === 'loaded');
    },
    optionChosen: (state, { payload }: PayloadAction<{ field: LookupField; searched: string; option: number }>) => {
      const { field, searched, option } = payload;
      const lookup = state.lookups.find((one) => one.field === field && one.searched === searched);
      if (lookup) lookup.option = option;
    },
    /** Starts the creation, or continues one that failed. */
    creationRequested: (state) => {
      state.creation = loading;
    },
    creationStarted: (state, { payload }: PayloadAction<{ importKey: string; queue: number[] }>) => {
      state.importKey = payload.importKey;
      state.queue = payload.queue;
      state.results = [];
    },
    rowsCreated: (state, { payload }: PayloadAction<RowResult[]>) => {
      state.results.push(...payload);
    },
    creationFinished: (state) => {
      state.creation = done;
    },
    creationFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.creation = failed(payload);
    },
  },
});

export const importsReducer = slice.reducer;
export const importActions = slice.actions;
