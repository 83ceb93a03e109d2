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
