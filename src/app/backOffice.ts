let open: () => Promise<void> = () => Promise.resolve();

/**
 * Sets how the domains (src/store/backOffice.ts) and texts of accounts and purchases load. Without a call they count
 * as loaded.
 */
export const openBackOfficeBy = (opener: () => Promise<void>): void => void (open = opener);

/** Loads a module together with those domains and texts. */
export const withBackOffice = async <T>(load: () => Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([load(), open()]);
  return loaded;
};
