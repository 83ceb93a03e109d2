import { createSelector } from '@reduxjs/toolkit';
import { IMPORT_ROWS_MAX } from '../../../contract/constants/limits';
import type { SheetProblem, SheetTable } from '../../lib/sheet/types';
import { dataOr } from '../kit/loadable';
import { selectBranches, selectHrAccounts } from '../organisation';
import { selectUser } from '../session';
import { checkCells } from './cells';
import { indexLookups, prepareRows, type ImportRow } from './rows';
import { tableOf, type ImportsState, type RowResult } from './slice';

interface Root {
  imports: ImportsState;
}

type OrganisationRoot = Parameters<typeof selectBranches>[0] & Parameters<typeof selectUser>[0];

export const selectImports = (state: Root) => state.imports;

/** True while rows still wait to be added; after a failure the import can continue with them. */
export const selectIsUnfinished = ({ imports: { creation, queue, results } }: Root): boolean =>
  creation.status === 'loading' || (creation.status === 'failed' && results.length < queue.length);

const NO_TABLE: SheetTable = { header: [], rows: [] };

/** Returns the chosen sheet from the row that names its columns. */
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

/** Returns the sheet's rows by field, with the errors that the file shows by itself. */
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
