import { rm } from 'node:fs/promises';

/**
 * Removes the data folder of the journeys. PostgreSQL may still write files while it stops; the retries of `rmSync` do
 * not remove those.
 */
const removeDataFolder = async () => {
  const folder = process.env.E2E_DATA_DIR;
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 50 });
};
export default removeDataFolder;
