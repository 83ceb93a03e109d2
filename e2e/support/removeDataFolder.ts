import { rmSync } from 'node:fs';

/** Removes the data folder of the journeys. PostgreSQL may still write files while it stops. */
const removeDataFolder = () => {
  const folder = process.env.E2E_DATA_DIR;
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 50 });
};
export default removeDataFolder;
