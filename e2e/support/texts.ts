import en from '../../i18n/en.json' with { type: 'json' };
import es from '../../i18n/es.json' with { type: 'json' };
import tr from '../../i18n/tr.json' with { type: 'json' };

export const TEXTS = { en, tr, es };
export type Language = keyof typeof TEXTS;
export type TextId = keyof typeof en;

/** A text of the dashboard up to its first argument. */
export const said = (language: Language, id: TextId): string => TEXTS[language][id].split('{')[0]!.trim();
