/** A row of a file: its number in the file, counted from 1, and the texts of its cells. */
export interface SheetRow {
  line: number;
  cells: string[];
  /** Columns whose cell is a formula. */
  formulas: number[];
}

/** The first sheet of a file. Its first row that is not empty holds the names of the columns. */
export interface Sheet {
  header: string[];
  /** The rows that are not empty. */
  rows: SheetRow[];
}

export interface SheetLimits {
  bytes: number;
  /** Bytes of a workbook's parts once unpacked. */
  unpacked: number;
  rows: number;
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
