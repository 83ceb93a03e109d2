import { createSelector } from '@reduxjs/toolkit';
import { dataOr } from '../kit/loadable';
import { selectBranches, selectHrAccounts } from '../organisation';
import { selectUser } from '../session';
import { checkCells } from './cells';
import { indexLookups, prepareRows, type ImportRow } from './rows';
import type { ImportsState } from './slice';

interface Root {
  imports: ImportsState;
}

type OrganisationRoot = Parameters<typeof selectBranches>[0] & Parameters<typeof selectUser>[0];

export const selectImports = (state: Root) => state.imports;

/** True while rows still wait to be added; after a failure the import can continue with them. */
export const selectIsUnfinished = ({ imports: { creation, queue, results } }: Root): boolean =>
  creation.status === 'loading' || (creation.status === 'failed' && results.length < queue.length);

const selectSheetRows = ({ imports }: Root) => dataOr(imports.file, null)?.rows;

/** Returns the file's rows by field, with the errors that the file shows by itself. */
export const selectCells = createSelector(
  [selectSheetRows, ({ imports }: Root) => imports.columns],
  (rows = [], columns) => checkCells(rows, columns),
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
