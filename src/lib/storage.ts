import { browserLocales, LOCALES, negotiateLocale, type Locale } from './locales';

/** Data of earlier visits that the early script reads before the program loads. */
export interface Stored {
  /** Null without a session. */
  session: { accessToken: string; userId: number; userType: string; countryCode: string } | null;
  locale: Locale;
  /** True while decisions of the user wait for the network. */
  waits: boolean;
  beginsWithToday: boolean;
}

const unpack = (text: string | null): Record<string, unknown> => {
  const packed = JSON.parse(text ?? '{}') as Record<string, string>;
  return Object.fromEntries(Object.entries(packed).map(([name, value]) => [name, JSON.parse(value) as unknown]));
};

/** Reads what redux-persist has stored (src/store/persist.ts), `get` by its key; returns null for another version. */
export const readStored = (get: (key: string) => string | null): Stored | null => {
  try {
    const { accessToken, user } = unpack(get('persist:session'));
    const { chosenLocale, beginsWithToday } = unpack(get('persist:preferences'));
    const locale = LOCALES.find((known) => known === chosenLocale) ?? negotiateLocale(browserLocales());
    if (typeof accessToken !== 'string') return { locale, session: null, waits: false, beginsWithToday: false };
    const { id, userType, country } = user as { id: number; userType: string; country: { country_code: string } };
    const { entries = [] } = unpack(get('persist:waiting')) as { entries?: { ownerId: number }[] };
    return {
      locale,
      session: { accessToken, userId: id, userType, countryCode: country.country_code },
      waits: entries.some(({ ownerId }) => ownerId === id),
      beginsWithToday: (beginsWithToday as Record<number, true> | undefined)?.[id] === true,
    };
  } catch {
    // The program handles unreadable data.
    return null;
  }
};

/** The IndexedDB database of the answers that the signed-in user may read without a network (./keptAnswers). */
export const ANSWERS_DATABASE = 'kept-answers';

/** The interface that redux-persist requires. */
export interface Storage {
  getItem: (key: string) => Promise<string | null>;
  setItem: (key: string, value: string) => Promise<void>;
  removeItem: (key: string) => Promise<void>;
}

/** Keeps values as long as the page is open. */
export const memoryStorage = (values = new Map<string, string>()): Storage => ({
  getItem: async (key) => values.get(key) ?? null,
  setItem: async (key, value) => void values.set(key, value),
  removeItem: async (key) => void values.delete(key),
});

/** Returns localStorage, or memory where the browser forbids it; then the session ends with the page. */
export const browserStorage = (): Storage => {
  try {
    const storage = globalThis.localStorage;
    storage.getItem('');
    return {
      getItem: async (key) => storage.getItem(key),
      setItem: async (key, value) => storage.setItem(key, value),
      removeItem: async (key) => storage.removeItem(key),
    };
  } catch {
    return memoryStorage();
  }
};
