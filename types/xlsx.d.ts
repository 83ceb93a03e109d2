import type { ParsingOptions, WorkBook } from 'xlsx';

declare module 'xlsx' {
  /** The unpacked parts of a workbook's archive. */
  export interface WorkbookParts {
    FullPaths: string[];
  }
  /** The used functions of `CFB`, which the package declares as `any`. */
  export interface PartsLibrary {
    find(parts: WorkbookParts, path: string): { content: ArrayLike<number> } | null;
    utils: {
      cfb_new(): WorkbookParts;
      cfb_add(parts: WorkbookParts, path: string, content: Uint8Array): void;
    };
  }
  /** Reads a workbook from its unpacked parts. The package exports it without a declaration. */
  export function parse_zip(parts: WorkbookParts, options?: ParsingOptions): WorkBook;
}
