/** Stops the PostgreSQL of this run; a given one stays. */
const stopDatabase = async (): Promise<void> => {
  await (globalThis as { stopTestDatabase?: () => Promise<void> }).stopTestDatabase?.();
};

export default stopDatabase;
