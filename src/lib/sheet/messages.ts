import type { Sheet, SheetLimits, SheetProblem, SheetText } from './types';

/** What the page asks of the worker. */
export type SheetRequest = { read: Uint8Array; limits: SheetLimits } | { write: SheetText };

export type SheetReply = { sheet: Sheet } | { bytes: Uint8Array } | { problem: SheetProblem };
