import type { Language } from '../../contract/constants/options';

/**
 * Returns the locale in which mails and texts to workers write dates and numbers. British English has the day before the
 * month, as the others do.
 */
export const dateLocale = (language: Language): string => (language === 'en' ? 'en-GB' : language);
