/** A row of a file: its number in the file, counted from 1, and the texts of its cells. */
export interface SheetRow {
  line: number;
  cells: string[];
  /** Columns whose cell is a formula. */
  formulas: number[];
  /** The row or its sheet is hidden in the file. */
  isHidden: boolean;
}

/** A sheet with rows; a CSV file has exactly one. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  /** All rows that are not empty, including the header row and the rows above it. */
  rows: SheetRow[];
  /** Position in `rows` of the row that names the columns. */
  headerAt: number;
}

/** The names of a sheet's columns, and the rows below them. */
export interface SheetTable {
  header: string[];
  rows: SheetRow[];
}

export interface SheetOptions {
  bytes: number;
  /** Bytes of a workbook's parts once unpacked. */
  unpacked: number;
  /** Maximum rows below the header. A larger sheet keeps a few more, which show that it is too large. */
  rows: number;
  /** Known column names (`plainName`); the row with most of them is the header. */
  names: readonly string[];
}

/** Why a file cannot be read; `broken` includes files that only look like a workbook. */
export type SheetProblem =
  | 'empty'
  | 'tooLarge'
  | 'tooManyRows'
  | 'macros'
  | 'password'
  | 'oldFormat'
  | 'unsupported'
  | 'picture'
  | 'broken'
  | 'tooSlow'
  | 'notLoaded';

/** Says why a file cannot be read. */
export class SheetError extends Error {
  readonly problem: SheetProblem;

  constructor(problem: SheetProblem) {
    super(problem);
    this.name = 'SheetError';
    this.problem = problem;
  }
}

/** A workbook to write: every cell becomes a text, so that none is a formula. */
export interface SheetText {
  name: string;
  rows: readonly (readonly string[])[];
}

/** A request of the page to the worker. */
export type SheetRequest = { read: Uint8Array; options: SheetOptions } | { write: SheetText };

export type SheetReply = { sheets: Sheet[] } | { bytes: Uint8Array } | { problem: SheetProblem };
