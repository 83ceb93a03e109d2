import { ValidationError, type Schema } from 'yup';
import { ADDRESS_MAX } from '../../../contract/constants/limits';
import type { MessageId } from '../../lib/intl';
import { emailRule, integerRule, optionalText, requiredText } from '../../lib/rules';
import type { SheetRow } from '../../lib/sheet/types';
import type { ColumnChoice, ImportField } from './columns';

export interface CellError {
  id: MessageId;
  values?: Record<string, string | number>;
}

/** A row of the file by field, with the errors that the file itself shows. */
export interface CellsOfRow {
  line: number;
  texts: Partial<Record<ImportField, string>>;
  errors: Partial<Record<ImportField, CellError>>;
}

/** The rules of the forms of branches and HR staff (docs/PRODUCT.md#branches). */
const RULES: Record<ImportField, Schema> = {
  companyName: requiredText(),
  firstName: requiredText(),
  lastName: requiredText(),
  email: emailRule(),
  location: requiredText(),
  companyAddress: optionalText(ADDRESS_MAX),
  taxOffice: optionalText(),
  taxOfficeNumber: integerRule(),
  commercialTitle: optionalText(),
  website: optionalText(),
};

const brokenRule = (field: ImportField, text: string): CellError | null => {
  try {
    RULES[field].validateSync(text);
    return null;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    // A rule's message is a message id, with values when it has a limit.
    const [message] = error.errors as unknown as readonly (MessageId | CellError)[];
    return typeof message === 'object' ? message : { id: message ?? 'errors.keys.field.invalid' };
  }
};

const cellsOf = ({ line, cells, formulas }: SheetRow, columns: readonly ColumnChoice[]): CellsOfRow => {
  const row: CellsOfRow = { line, texts: {}, errors: {} };
  for (const { field, column } of columns) {
    const text = column === null ? '' : (cells[column] ?? '');
    row.texts[field] = text;
    const isFormula = column !== null && formulas.includes(column);
    const error = isFormula ? ({ id: 'imports.error.formula' } as const) : brokenRule(field, text);
    if (error) row.errors[field] = error;
  }
  return row;
};

/** Returns the rows by field. Of rows with the same email only the first keeps it without an error. */
export const checkCells = (rows: readonly SheetRow[], columns: readonly ColumnChoice[]): CellsOfRow[] => {
  const lineOf = new Map<string, number>();
  return rows.map((row) => {
    const cells = cellsOf(row, columns);
    const email = (cells.texts.email ?? '').toLowerCase();
    if (cells.errors.email || email === '') return cells;
    const first = lineOf.get(email);
    if (first === undefined) lineOf.set(email, cells.line);
    else cells.errors.email = { id: 'imports.error.emailTwice', values: { line: first } };
    return cells;
  });
};
