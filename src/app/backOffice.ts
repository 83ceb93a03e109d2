let loadBackOffice: () => Promise<void> = () => Promise.resolve();

/**
 * Sets how the domains (src/store/backOffice.ts) and texts of accounts and purchases load. Without a call they count
 * as loaded.
 */
export const setBackOfficeLoader = (loader: () => Promise<void>): void => void (loadBackOffice = loader);

/** Loads a module together with those domains and texts. */
export const withBackOffice = async <T>(load: () => Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([load(), loadBackOffice()]);
  return loaded;
};
