import { fold } from '../../../contract/constants/text';
import type { BranchBody, HrBody } from '../../../contract/schemas/organisation';
import { locationText } from '../../lib/location';
import type { CellError, CellsOfRow, ImportField, ImportKind } from './columns';

/** Fields whose text is a name that the server must find first. */
const LOOKUP_FIELDS = ['location', 'taxOffice'] as const satisfies readonly ImportField[];
export type LookupField = (typeof LOOKUP_FIELDS)[number];

/** The search for one text and its results; `option` is the position of the chosen one. */
export interface Lookup {
  field: LookupField;
  /** Folded, so that "Kadıköy" and "KADIKÖY" are searched once. */
  searched: string;
  status: 'loaded' | 'failed';
  /** `value` is the position of a place, or the id of a tax office. */
  options: { name: string; value: string }[];
  option: number;
  /** True if the coordinates are found only with their two numbers swapped. */
  isSwapped?: boolean;
}

export type ImportBody = BranchBody | HrBody;

/** A row that is ready to be sent, or the errors that prevent that. */
export interface ImportRow extends CellsOfRow {
  index: number;
  /** The search result of each field. */
  found: Partial<Record<LookupField, Lookup>>;
  /** A search for this row is still running. */
  isSearching: boolean;
  body: ImportBody | null;
}

/** Two numbers with a point or a comma before their decimals, such as "41.0082, 28.9784" and "41,0082; 28,9784". */
const COORDINATES = /^([+-]?\d{1,3}(?:[.,]\d+)?)°?(\s*[;,/|]\s*|\s+)([+-]?\d{1,3}(?:[.,]\d+)?)°?$/;

/** Returns two numbers in the wire's form, or null for any other text; "41,5" is one number. */
const coordinatesOf = (text: string): string | null => {
  const [, first = '', between = '', second = ''] = COORDINATES.exec(text.trim()) ?? [];
  if (first === '' || (between === ',' && !/[.,]/.test(first + second))) return null;
  const numberOf = (number: string) => Number(number.replace(',', '.'));
  return locationText({ latitude: numberOf(first), longitude: numberOf(second) });
};

/** Returns the text to search for: coordinates in the wire's form, or a folded name. "Kadıköy / İstanbul" works. */
const searchedText = (field: LookupField, text: string): string => {
  const coordinates = field === 'location' ? coordinatesOf(text) : null;
  if (coordinates !== null) return coordinates;
  // The server would read "41,28" as two numbers.
  const name = text.trim().replace(/^([+-]?\d+),(\d+)$/, '$1.$2');
  return fold(name.replace(/[/|>]/g, ',')).replace(/ *, */g, ', ');
};

const keyOf = (field: LookupField, searched: string): string => `${field} ${searched}`;

/** Returns the lookups by field and text. */
export const indexLookups = (lookups: readonly Lookup[]): ReadonlyMap<string, Lookup> =>
  new Map(lookups.map((lookup) => [keyOf(lookup.field, lookup.searched), lookup]));

/** Returns the texts of these rows that were not searched yet, each once. */
export const missingLookups = (
  rows: readonly CellsOfRow[],
  known: ReadonlyMap<string, Lookup>,
): { field: LookupField; searched: string }[] => {
  const wanted = new Map<string, { field: LookupField; searched: string }>();
  for (const { texts, errors, isOff } of rows)
    for (const field of LOOKUP_FIELDS) {
      const searched = isOff || errors[field] ? '' : searchedText(field, texts[field] ?? '');
      const key = keyOf(field, searched);
      if (searched !== '' && known.get(key)?.status !== 'loaded') wanted.set(key, { field, searched });
    }
  return [...wanted.values()];
};

const notFound = ({ field, searched, isSwapped }: Lookup): CellError => {
  if (field === 'taxOffice') return { id: 'imports.error.taxOfficeUnknown' };
  if (coordinatesOf(searched) === null) return { id: 'imports.error.placeUnknown' };
  return { id: isSwapped ? 'imports.error.coordinatesSwapped' : 'imports.error.coordinatesForeign' };
};

interface Found {
  value: string | null;
  lookup?: Lookup;
  error?: CellError;
  isSearching?: boolean;
}

const find = (field: LookupField, text: string, known: ReadonlyMap<string, Lookup>): Found => {
  if (text === '') return { value: null };
  const lookup = known.get(keyOf(field, searchedText(field, text)));
  if (!lookup) return { value: null, isSearching: true };
  if (lookup.status === 'failed') return { value: null, error: { id: 'imports.error.searchFailed' } };
  const value = lookup.options[lookup.option]?.value;
  return value === undefined ? { value: null, error: notFound(lookup) } : { value, lookup };
};

/** Returns the body of a request; a field without a text is left out. */
const bodyOf = (kind: ImportKind, { texts }: CellsOfRow, values: Partial<Record<LookupField, string>>) => {
  const { firstName = '', lastName = '', email = '' } = texts;
  const person: HrBody = { firstName, lastName, email };
  if (kind === 'hr') return person;
  const optional = (['companyAddress', 'taxOfficeNumber', 'commercialTitle', 'website'] as const).flatMap((field) =>
    texts[field] ? [[field, texts[field]]] : [],
  );
  return {
    ...person,
    companyName: texts.companyName ?? '',
    location: values.location ?? '',
    ...Object.fromEntries(optional),
    ...(values.taxOffice !== undefined && { taxOffice: Number(values.taxOffice) }),
  } satisfies BranchBody;
};

interface Knowledge {
  kind: ImportKind;
  lookups: ReadonlyMap<string, Lookup>;
  /** The emails of the organisation's accounts, in lower case. */
  emails: ReadonlySet<string>;
}

const prepareRow = (cells: CellsOfRow, index: number, { kind, lookups, emails }: Knowledge): ImportRow => {
  const errors = { ...cells.errors };
  const row: ImportRow = { ...cells, errors, index, found: {}, isSearching: false, body: null };
  if (cells.isOff) return row;
  const values: Partial<Record<LookupField, string>> = {};
  if (!errors.email && emails.has((cells.texts.email ?? '').toLowerCase()))
    errors.email = { id: 'imports.error.emailExists' };
  for (const field of LOOKUP_FIELDS) {
    if (errors[field]) continue;
    const { value, lookup, error, isSearching = false } = find(field, cells.texts[field] ?? '', lookups);
    if (value !== null) values[field] = value;
    if (lookup) row.found[field] = lookup;
    if (error) errors[field] = error;
    row.isSearching ||= isSearching;
  }
  if (!row.isSearching && Object.keys(errors).length === 0) row.body = bodyOf(kind, cells, values);
  return row;
};

/** Completes the rows of the file with the search results, and with errors for accounts that already exist. */
export const prepareRows = (rows: readonly CellsOfRow[], knowledge: Knowledge): ImportRow[] =>
  rows.map((row, index) => prepareRow(row, index, knowledge));
