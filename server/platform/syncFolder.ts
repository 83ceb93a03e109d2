import { open } from 'node:fs/promises';

/**
 * Waits until a folder's names are on the disk: after a power cut a created or renamed file may be missing although
 * its bytes are stored. fsync(2).
 */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
