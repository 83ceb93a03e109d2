import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Sheet, SheetProblem } from '../../lib/sheet/types';
import { failed, init, loadReducers, loaded, loading, type Loadable } from '../kit/loadable';
import { matchColumns, type ColumnChoice, type ImportField, type ImportKind } from './columns';
import type { ImportBody, Lookup, LookupField } from './rows';

interface ImportFile extends Sheet {
  fileName: string;
}

/** A row to create. Its body stays the same when the call is sent again with the same key. */
interface QueuedRow {
  index: number;
  body: ImportBody;
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
  queue: QueuedRow[];
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

const to = loadReducers<ImportsState>();

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
    searchStarted: to.loading('search'),
    lookupsLoaded: (state, { payload }: PayloadAction<Lookup[]>) => {
      const isNew = (known: Lookup) =>
        !payload.some(({ field, searched }) => field === known.field && searched === known.searched);
      state.lookups = [...state.lookups.filter(isNew), ...payload];
    },
    searchFinished: to.done('search'),
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
    creationRequested: to.loading('creation'),
    creationStarted: (state, { payload }: PayloadAction<{ importKey: string; queue: QueuedRow[] }>) => {
      state.importKey = payload.importKey;
      state.queue = payload.queue;
      state.results = [];
    },
    rowsCreated: (state, { payload }: PayloadAction<RowResult[]>) => {
      state.results.push(...payload);
    },
    creationFinished: to.done('creation'),
    creationFailed: to.failed('creation'),
  },
});

export const importsReducer = slice.reducer;
export const importActions = slice.actions;
