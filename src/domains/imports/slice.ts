import { createSlice, type PayloadAction, createSelector } from '@reduxjs/toolkit';
import type { Sheet, SheetProblem, SheetTable } from '../../lib/sheet/types';
import { dataOr, failed, init, loadReducers, loaded, loading, type Loadable } from '../kit/loadable';
import { matchColumns, type ColumnChoice, type ImportField, type ImportKind, checkCells } from './columns';
import { type ImportBody, type Lookup, type LookupField, indexLookups, prepareRows, type ImportRow } from './rows';
import { IMPORT_ROWS_MAX } from '../../../contract/constants/limits';
import { selectBranches, selectHrAccounts } from '../organisation';
import { selectUser } from '../session';

interface ImportFile {
  fileName: string;
  sheets: Sheet[];
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

interface ImportsState {
  kind: ImportKind;
  /** The fields that this company's form has. */
  columnFields: ImportField[];
  file: Loadable<ImportFile>;
  /** Positions of the chosen sheet and of its header row. */
  sheetAt: number;
  headerAt: number;
  columns: ColumnChoice[];
  /** Positions of hidden rows that the user wants. */
  ticked: number[];
  lookups: Lookup[];
  search: Loadable<null>;
  creation: Loadable<null>;
  /** The first part of each call's Idempotency-Key, so that a repeated call creates nothing twice. */
  importKey: string;
  queue: QueuedRow[];
  results: RowResult[];
  /** Answers for the rows of earlier queues; a row that was refused can be corrected and sent again. */
  earlierResults: RowResult[];
}

const initialState: ImportsState = {
  kind: 'branch',
  columnFields: [],
  file: init,
  sheetAt: 0,
  headerAt: 0,
  columns: [],
  ticked: [],
  lookups: [],
  search: init,
  creation: init,
  importKey: '',
  queue: [],
  results: [],
  earlierResults: [],
};

const tableOf = ({ rows }: Sheet, headerAt: number): SheetTable => {
  const width = Math.max(0, ...rows.slice(headerAt).map(({ cells }) => cells.length));
  const names = rows[headerAt]?.cells ?? [];
  return { header: Array.from({ length: width }, (_, column) => names[column] ?? ''), rows: rows.slice(headerAt + 1) };
};

/** Shows a sheet from its header row on. */
const show = (state: ImportsState, { sheets }: ImportFile, sheetAt: number, headerAt?: number) => {
  const sheet = sheets[sheetAt];
  if (!sheet) return;
  state.sheetAt = sheetAt;
  state.headerAt = headerAt ?? sheet.headerAt;
  state.columns = matchColumns(tableOf(sheet, state.headerAt).header, state.columnFields);
  state.ticked = [];
};

/** Ends a creation whose rows were all answered, so that corrected rows can be sent. */
const reopen = (state: ImportsState, index: number) => {
  state.earlierResults = [...state.earlierResults, ...state.results].filter((result) => result.index !== index);
  state.results = [];
  state.queue = [];
  state.creation = init;
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
      const visible = payload.sheets.findIndex(({ isHidden }) => !isHidden);
      show(state, payload, Math.max(0, visible));
    },
    fileRefused: (state, { payload }: PayloadAction<{ problem: SheetProblem }>) => {
      state.file = failed({ kind: 'invalid', key: payload.problem, requestId: null, status: 0 });
    },
    sheetChosen: (state, { payload }: PayloadAction<{ sheetAt: number }>) => {
      if (state.file.status === 'loaded') show(state, state.file.data, payload.sheetAt);
    },
    headerChosen: (state, { payload }: PayloadAction<{ headerAt: number }>) => {
      if (state.file.status === 'loaded') show(state, state.file.data, state.sheetAt, payload.headerAt);
    },
    columnChosen: (state, { payload }: PayloadAction<ColumnChoice>) => {
      for (const choice of state.columns) {
        if (choice.field === payload.field) choice.column = payload.column;
        // A column belongs to one field only.
        else if (choice.column === payload.column) choice.column = null;
      }
    },
    rowsTicked: (state, { payload }: PayloadAction<{ indices: number[]; isTicked: boolean }>) => {
      const others = state.ticked.filter((index) => !payload.indices.includes(index));
      state.ticked = payload.isTicked ? [...others, ...payload.indices] : others;
    },
    /** Replaces the text of a cell; `index` counts the rows below the header. */
    cellCorrected: (state, { payload }: PayloadAction<{ index: number; field: ImportField; value: string }>) => {
      const { index, field, value } = payload;
      const column = state.columns.find((choice) => choice.field === field)?.column;
      const row = dataOr(state.file, null)?.sheets[state.sheetAt]?.rows[state.headerAt + 1 + index];
      if (!row || column === null || column === undefined) return;
      while (row.cells.length < column) row.cells.push('');
      row.cells[column] = value;
      row.formulas = row.formulas.filter((at) => at !== column);
      if (state.creation.status === 'loaded') reopen(state, index);
    },
    searchStarted: to.loading('search'),
    lookupsLoaded: (state, { payload }: PayloadAction<Lookup[]>) => {
      const isNew = (known: Lookup) =>
        !payload.some(({ field, searched }) => field === known.field && searched === known.searched);
      state.lookups = [...state.lookups.filter(isNew), ...payload];
    },
    searchFinished: to.done('search'),
    /** Repeats the searches that failed. */
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

interface Root {
  imports: ImportsState;
}

type OrganisationRoot = Parameters<typeof selectBranches>[0] & Parameters<typeof selectUser>[0];

export const selectImports = (state: Root) => state.imports;

/** True while rows still wait to be added; after a failure the import can continue with them. */
export const selectIsUnfinished = ({ imports: { creation, queue, results } }: Root): boolean =>
  creation.status === 'loading' || (creation.status === 'failed' && results.length < queue.length);

const NO_TABLE: SheetTable = { header: [], rows: [] };

/** Returns the chosen sheet from its header row on. */
export const selectTable = createSelector(
  [
    ({ imports }: Root) => imports.file,
    ({ imports }: Root) => imports.sheetAt,
    ({ imports }: Root) => imports.headerAt,
  ],
  (file, sheetAt, headerAt): SheetTable => {
    const sheet = dataOr(file, null)?.sheets[sheetAt];
    return sheet ? tableOf(sheet, headerAt) : NO_TABLE;
  },
);

/** Returns why the chosen sheet cannot be imported, or null. */
export const selectTableProblem = (state: Root): SheetProblem | null => {
  const { rows } = selectTable(state);
  if (rows.length === 0) return 'empty';
  return rows.length > IMPORT_ROWS_MAX ? 'tooManyRows' : null;
};

/** Returns the sheet's rows by field, with the errors that need no search. */
export const selectCells = createSelector(
  [selectTable, ({ imports }: Root) => imports.columns, ({ imports }: Root) => imports.ticked],
  ({ rows }, columns, ticked) => checkCells(rows, columns, ticked),
);

/** Returns the server's answers by the position of their rows. */
export const selectResults = createSelector(
  [({ imports }: Root) => imports.earlierResults, ({ imports }: Root) => imports.results],
  (earlier, results): ReadonlyMap<number, RowResult> =>
    new Map([...earlier, ...results].map((result) => [result.index, result])),
);

export const selectLookups = createSelector([({ imports }: Root) => imports.lookups], indexLookups);

const selectEmails = createSelector(
  [
    (state: OrganisationRoot) => selectBranches(state).list,
    (state: OrganisationRoot) => selectHrAccounts(state).list,
    selectUser,
  ],
  (branches, hrAccounts, user) =>
    new Set(
      [...dataOr(branches, []), ...dataOr(hrAccounts, []), ...(user ? [user] : [])].map(({ email }) =>
        email.toLowerCase(),
      ),
    ),
);

/** Returns the file's rows, each ready to be sent or with its errors. */
export const selectImportRows: (state: Root & OrganisationRoot) => ImportRow[] = createSelector(
  [selectCells, selectLookups, selectEmails, ({ imports }: Root) => imports.kind],
  (cells, lookups, emails, kind) => prepareRows(cells, { kind, lookups, emails }),
);
