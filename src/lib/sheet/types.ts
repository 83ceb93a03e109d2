/** A row of a file: its number in the file, counted from 1, and the texts of its cells. */
export interface SheetRow {
  line: number;
  cells: string[];
  /** Columns whose cell is a formula. */
  formulas: number[];
  /** The row or its sheet is hidden in the file. */
  isHidden: boolean;
}

/** One sheet of a file, which has rows; a CSV file has one. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  /** The rows that are not empty, with the names of the columns and what stands above them. */
  rows: SheetRow[];
  /** The position of the row that names the columns. */
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
  /** Rows below the names of the columns. A sheet with more keeps enough of them to tell. */
  rows: number;
  /** Known names of columns (`plainName`), by which the row that names them is found. */
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

/** A file that cannot be read, for the user to know why. */
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

/** What the page asks of the worker. */
export type SheetRequest = { read: Uint8Array; options: SheetOptions } | { write: SheetText };

export type SheetReply = { sheets: Sheet[] } | { bytes: Uint8Array } | { problem: SheetProblem };
