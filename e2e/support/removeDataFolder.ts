import { rmSync } from 'node:fs';

/** The journeys' own data folder goes when they are done. */
const removeDataFolder = () => {
  if (process.env.E2E_DATA_DIR) rmSync(process.env.E2E_DATA_DIR, { recursive: true, force: true });
};
export default removeDataFolder;
