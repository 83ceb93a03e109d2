import type { Sheet, SheetOptions, SheetProblem, SheetText } from './types';

/** What the page asks of the worker. */
export type SheetRequest = { read: Uint8Array; options: SheetOptions } | { write: SheetText };

export type SheetReply = { sheets: Sheet[] } | { bytes: Uint8Array } | { problem: SheetProblem };
