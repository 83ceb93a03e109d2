import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from './fileStore';

const KEY = /^[a-z]+-[0-9a-f]{32}$/;

/** Files in a folder, which is made when the first one comes. The media type lies beside the bytes. */
export const createDiskStore = (folder: string): FileStore => {
  const fileOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('not a key of a file');
    return path.join(folder, key);
  };
  /** Written beside its place and moved there, so that nobody reads half a file. */
  const write = async (file: string, content: Buffer | string) => {
    await writeFile(`${file}.part`, content, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
  return {
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
  };
};
