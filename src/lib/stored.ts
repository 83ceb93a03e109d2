import { browserLocales, LOCALES, negotiateLocale, type Locale } from './locales';

/** Data of earlier visits that the early script reads before the program loads. */
export interface Stored {
  /** Null without a session. */
  session: { accessToken: string; userId: number; userType: string; countryCode: string } | null;
  locale: Locale;
}

const unpack = (text: string | null): Record<string, unknown> => {
  const packed = JSON.parse(text ?? '{}') as Record<string, string>;
  return Object.fromEntries(Object.entries(packed).map(([name, value]) => [name, JSON.parse(value) as unknown]));
};

/** Reads what redux-persist has stored (src/store/persist.ts), `get` by its key; returns null for another version. */
export const readStored = (get: (key: string) => string | null): Stored | null => {
  try {
    const { accessToken, user } = unpack(get('persist:session'));
    const { chosenLocale } = unpack(get('persist:preferences'));
    const locale = LOCALES.find((known) => known === chosenLocale) ?? negotiateLocale(browserLocales());
    if (typeof accessToken !== 'string') return { locale, session: null };
    const { id, userType, country } = user as { id: number; userType: string; country: { country_code: string } };
    return { locale, session: { accessToken, userId: id, userType, countryCode: country.country_code } };
  } catch {
    // The program handles unreadable data.
    return null;
  }
};
