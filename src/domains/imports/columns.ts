import { ValidationError, type Schema } from 'yup';
import { ADDRESS_MAX } from '../../../contract/constants/limits';
import type { MessageId } from '../../lib/intl';
import { emailRule, integerRule, optionalText, requiredText } from '../../lib/rules';
import type { SheetRow } from '../../lib/sheet/types';
import { plainName } from '../../lib/sheet/header';

export interface CellError {
  id: MessageId;
  values?: Record<string, string | number>;
}

/** A row of the file by field, with the errors that the file itself shows. */
export interface CellsOfRow {
  line: number;
  isHidden: boolean;
  /** True for a hidden row that the user did not tick: it is neither checked nor sent. */
  isOff: boolean;
  texts: Partial<Record<ImportField, string>>;
  errors: Partial<Record<ImportField, CellError>>;
}

/** The decoder writes this for bytes that are no character in the file's encoding. */
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

export type ImportKind = 'branch' | 'hr';

export type ImportField =
  | 'companyName'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'location'
  | 'companyAddress'
  | 'taxOffice'
  | 'taxOfficeNumber'
  | 'commercialTitle'
  | 'website';

/** The fields of a row, in the order of the form. */
export const IMPORT_FIELDS: Record<ImportKind, readonly ImportField[]> = {
  branch: [
    'companyName',
    'firstName',
    'lastName',
    'email',
    'location',
    'companyAddress',
    'taxOffice',
    'taxOfficeNumber',
    'commercialTitle',
    'website',
  ],
  hr: ['firstName', 'lastName', 'email'],
};

const REQUIRED: readonly ImportField[] = ['companyName', 'firstName', 'lastName', 'email', 'location'];

export const isRequired = (field: ImportField): boolean => REQUIRED.includes(field);

/** The column of the file that holds a field; null when the file has none. */
export interface ColumnChoice {
  field: ImportField;
  column: number | null;
}

/** Usual names of the columns in Turkish, English and Spanish, folded; the best name first. */
const NAMES: Record<ImportField, readonly string[]> = {
  companyName: [
    ...['sube adi', 'sube', 'magaza adi', 'magaza', 'isletme adi', 'firma adi', 'sirket adi'],
    ...['branch name', 'branch', 'store name', 'store', 'company name', 'company'],
    ...['nombre de la sucursal', 'sucursal', 'tienda', 'nombre de la empresa', 'empresa'],
  ],
  firstName: ['ad', 'adi', 'isim', 'yetkili adi', 'first name', 'given name', 'name', 'nombre', 'nombres'],
  lastName: [
    ...['soyad', 'soyadi', 'soyisim', 'soy isim', 'yetkili soyadi'],
    ...['last name', 'surname', 'family name', 'apellido', 'apellidos'],
  ],
  email: [
    ...['e posta', 'eposta', 'e posta adresi', 'eposta adresi', 'email adresi', 'mail adresi', 'mail'],
    ...['email', 'e mail', 'email address', 'e mail address'],
    ...['correo electronico', 'correo', 'direccion de correo'],
  ],
  location: [
    ...['konum', 'yer', 'semt', 'ilce', 'sehir', 'il'],
    ...['location', 'place', 'district', 'town', 'city'],
    ...['ubicacion', 'lugar', 'distrito', 'localidad', 'ciudad'],
  ],
  companyAddress: [
    ...['sirket adresi', 'acik adres', 'adres', 'company address', 'street address', 'address'],
    ...['direccion de la empresa', 'direccion', 'domicilio'],
  ],
  taxOffice: [
    ...['vergi dairesi', 'tax office'],
    ...['oficina tributaria', 'oficina de impuestos', 'administracion tributaria', 'oficina fiscal'],
  ],
  taxOfficeNumber: [
    ...['vergi numarasi', 'vergi no', 'vergi kimlik no', 'vkn'],
    ...['tax number', 'tax no', 'tax id', 'numero fiscal', 'numero de identificacion fiscal', 'nif', 'cif'],
  ],
  commercialTitle: [
    ...['ticari unvan', 'unvan', 'commercial title', 'legal name', 'trade name'],
    ...['razon social', 'titulo comercial', 'nombre comercial'],
  ],
  website: ['web sitesi', 'internet sitesi', 'website', 'web site', 'web', 'sitio web', 'pagina web'],
};

/** Every name that people use for a column. */
export const COLUMN_NAMES: readonly string[] = Object.values(NAMES).flat();

/** Finds the column of each field by its name in any of the three languages. No column serves two fields. */
export const matchColumns = (header: readonly string[], fields: readonly ImportField[]): ColumnChoice[] => {
  const names = header.map(plainName);
  const taken = new Set<number>();
  return fields.map((field) => {
    const column = NAMES[field].map((name) => names.indexOf(name)).find((at) => at >= 0 && !taken.has(at));
    if (column !== undefined) taken.add(column);
    return { field, column: column ?? null };
  });
};
