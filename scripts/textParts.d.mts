/** The texts of one part out of all texts of a language. */
export declare const pickTexts: (texts: Record<string, string>, part: 'first' | 'rest') => Record<string, string>;
