let open: () => Promise<void> = () => Promise.resolve();

/** Says how the domains of accounts and purchases are brought (src/store/backOffice.ts); they are there already until it is said. */
export const openBackOfficeBy = (opener: () => Promise<void>): void => void (open = opener);

/** Loads what needs those domains, and the domains with it. */
export const withBackOffice = async <T>(load: () => Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([load(), open()]);
  return loaded;
};
