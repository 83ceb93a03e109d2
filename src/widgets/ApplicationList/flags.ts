/** The four feedback answers that a list can be filtered by: docs/PRODUCT.md#filters. */
export const FLAGS = ['came', 'positive', 'offerSent', 'offerAccepted'] as const;

/** A flag as a toggle's value: not filtered, true, false. */
export type FlagText = 'any' | 'yes' | 'no';
export const flagToText = (flag: boolean | null | undefined): FlagText => (flag == null ? 'any' : flag ? 'yes' : 'no');
export const textToFlag = (text: FlagText): boolean | null => (text === 'any' ? null : text === 'yes');
