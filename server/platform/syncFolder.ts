import { open } from 'node:fs/promises';

/**
 * Waits until the names in a folder are on the disk: a file that was made or renamed may be gone after a power cut though its
 * own bytes are there. fsync(2).
 */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
