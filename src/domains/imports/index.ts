export { IMPORT_FIELDS, isRequired, type ColumnChoice, type ImportField, type ImportKind } from './columns';
export type { CellError } from './cells';
export { LOOKUP_FIELDS, type ImportRow, type Lookup, type LookupField } from './rows';
export { importActions, importsReducer, type RowResult } from './slice';
export { selectImportRows, selectImports } from './selectors';
export { importsSaga } from './saga';
