/** The four answers that a list may be filtered by. Spec 1, point 9. */
export const FLAGS = ['came', 'positive', 'offerSent', 'offerAccepted'] as const;

/** A flag as a toggle's value: not asked, true, false. */
export type FlagText = 'any' | 'yes' | 'no';
export const flagToText = (flag: boolean | null | undefined): FlagText => (flag == null ? 'any' : flag ? 'yes' : 'no');
export const textToFlag = (text: FlagText): boolean | null => (text === 'any' ? null : text === 'yes');
