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
  isHidden: boolean;
  /** Hidden in the file and not ticked: it is neither checked nor sent. */
  isOff: boolean;
  texts: Partial<Record<ImportField, string>>;
  errors: Partial<Record<ImportField, CellError>>;
}

/** What a byte becomes that is no character in the file's encoding. */
const UNREADABLE = '\uFFFD';

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

const errorOf = (field: ImportField, text: string, isFormula: boolean): CellError | null => {
  if (isFormula) return { id: 'imports.error.formula' };
  return text.includes(UNREADABLE) ? { id: 'imports.error.unreadable' } : brokenRule(field, text);
};

const cellsOf = (row: SheetRow, columns: readonly ColumnChoice[], isOff: boolean): CellsOfRow => {
  const { line, cells, formulas, isHidden } = row;
  const checked: CellsOfRow = { line, isHidden, isOff, texts: {}, errors: {} };
  for (const { field, column } of columns) {
    const text = column === null ? '' : (cells[column] ?? '');
    checked.texts[field] = text;
    const error = isOff ? null : errorOf(field, text, column !== null && formulas.includes(column));
    if (error) checked.errors[field] = error;
  }
  return checked;
};

/**
 * Returns the rows by field; `ticked` are the positions of the hidden rows that the user wants. Of rows with the same
 * email only the first keeps it without an error.
 */
export const checkCells = (
  rows: readonly SheetRow[],
  columns: readonly ColumnChoice[],
  ticked: readonly number[] = [],
): CellsOfRow[] => {
  const lineOf = new Map<string, number>();
  const wanted = new Set(ticked);
  return rows.map((row, index) => {
    const cells = cellsOf(row, columns, row.isHidden && !wanted.has(index));
    const email = (cells.texts.email ?? '').toLowerCase();
    if (cells.isOff || cells.errors.email || email === '') return cells;
    const first = lineOf.get(email);
    if (first === undefined) lineOf.set(email, cells.line);
    else cells.errors.email = { id: 'imports.error.emailTwice', values: { line: first } };
    return cells;
  });
};
