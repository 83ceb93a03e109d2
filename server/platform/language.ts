import { LANGUAGES, type Language } from '../../contract/constants/options';

/** Returns the language of texts for somebody with a stored language: English when the product does not speak it. */
export const languageOf = (code: string | undefined): Language =>
  LANGUAGES.find((language) => language === code) ?? 'en';
