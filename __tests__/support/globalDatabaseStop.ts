/** Stops the PostgreSQL of this run unless TEST_DATABASE_URL names another. */
const stopDatabase = async (): Promise<void> => {
  await (globalThis as { stopTestDatabase?: () => Promise<void> }).stopTestDatabase?.();
};

export default stopDatabase;
