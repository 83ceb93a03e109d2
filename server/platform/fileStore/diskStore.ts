import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { guarded, type FileStore } from './fileStore';

/** A part so old belongs to a process that died while it wrote. */
const DEAD_PART_MS = 3_600_000;

const clearDeadParts = async (parts: string): Promise<void> => {
  for (const name of await readdir(parts)) {
    const part = path.join(parts, name);
    const found = await stat(part).catch(() => null);
    if (found && Date.now() - found.mtimeMs > DEAD_PART_MS) await rm(part, { force: true });
  }
};

/**
 * Files in a folder, which is made when the first one comes. The media type lies beside the bytes. Each is written in a
 * folder of parts and moved to its place when it is on the disk: nobody reads half a file, and two who write one key at
 * the same time do not write into one another.
 */
export const createDiskStore = (folder: string): FileStore => {
  const parts = path.join(folder, 'parts');
  const fileOf = (key: string) => path.join(folder, key);
  let made: Promise<void> | undefined;

  const makeFolders = async () => {
    await mkdir(parts, { recursive: true, mode: 0o700 });
    await clearDeadParts(parts);
  };

  const write = async (file: string, content: Buffer | string): Promise<void> => {
    const part = path.join(parts, randomUUID());
    const handle = await open(part, 'w', 0o600);
    try {
      await handle.writeFile(content).then(() => handle.sync());
      await rename(part, file);
    } catch (error) {
      // A full disk is not to keep what nobody can use.
      await rm(part, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  };

  return guarded({
    put: async (key, { bytes, contentType }) => {
      made ??= makeFolders().catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      await made;
      const file = fileOf(key);
      await write(`${file}.type`, contentType);
      await write(file, bytes);
    },
    get: async (key) => {
      const file = fileOf(key);
      try {
        return { bytes: await readFile(file), contentType: await readFile(`${file}.type`, 'utf8') };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: async (key) => {
      const file = fileOf(key);
      await rm(file, { force: true });
      await rm(`${file}.type`, { force: true });
    },
  });
};
