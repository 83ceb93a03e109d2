import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** The texts of one part out of all texts of a language. */
export declare const pickTexts: (texts: Record<string, string>, part: 'first' | 'rest') => Record<string, string>;
/** Texts with ICU's syntax as its elements, all others as they stand. */
export declare const compileTexts: (texts: Record<string, string>) => Record<string, string | MessageFormatElement[]>;
