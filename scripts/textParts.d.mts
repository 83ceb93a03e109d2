import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** Of all texts of a language those that the sign-in page does with. */
export declare const pickFirst: (texts: Record<string, string>) => Record<string, string>;
/** Of all texts of a language those of the daily work, the sign-in page's among them. */
export declare const pickDaily: (texts: Record<string, string>) => Record<string, string>;
/** Of all texts of a language those that the daily work does without. */
export declare const pickLater: (texts: Record<string, string>) => Record<string, string>;
/** Of all texts of a language those of the first view. */
export declare const pickView: (texts: Record<string, string>) => Record<string, string>;
/** Texts with ICU's syntax as its elements, all others as they stand. */
export declare const compileTexts: (texts: Record<string, string>) => Record<string, string | MessageFormatElement[]>;
