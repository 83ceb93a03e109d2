let open: () => Promise<void> = () => Promise.resolve();

/** Says how the domains (src/store/backOffice.ts) and texts of accounts and purchases are brought; they are there already until it is said. */
export const openBackOfficeBy = (opener: () => Promise<void>): void => void (open = opener);

/** Loads what needs those, and them with it. */
export const withBackOffice = async <T>(load: () => Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([load(), open()]);
  return loaded;
};
