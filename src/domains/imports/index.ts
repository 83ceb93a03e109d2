export { COLUMN_NAMES, IMPORT_FIELDS, isRequired, type ImportField, type ImportKind } from './columns';
export type { CellError } from './cells';
export { type ImportRow } from './rows';
export { importActions, importsReducer, type RowResult } from './slice';
export {
  selectImportRows,
  selectImports,
  selectIsUnfinished,
  selectResults,
  selectTable,
  selectTableProblem,
} from './selectors';
export { importsSaga } from './saga';
