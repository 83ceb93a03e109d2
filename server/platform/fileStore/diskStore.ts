import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { guarded, type FileStore } from './fileStore';

/** Written beside its place and moved there when it is on the disk, so that nobody reads half a file. */
const write = async (file: string, content: Buffer | string): Promise<void> => {
  const part = `${file}.part`;
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

/** Files in a folder, which is made when the first one comes. The media type lies beside the bytes. */
export const createDiskStore = (folder: string): FileStore => {
  const fileOf = (key: string) => path.join(folder, key);
  return guarded({
    put: async (key, { bytes, contentType }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
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
