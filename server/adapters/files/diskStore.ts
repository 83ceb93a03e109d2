import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { syncFolder } from '../../platform/syncFolder';
import { guarded, type FileStore } from '../../platform/ports/fileStore';

/** A part so old belongs to a process that died while it wrote. */
const DEAD_PART_MS = 3_600_000;

const clearDeadParts = async (parts: string): Promise<void> => {
  for (const name of await readdir(parts)) {
    const part = path.join(parts, name);
    const found = await stat(part).catch(() => null);
    if (found && Date.now() - found.mtimeMs > DEAD_PART_MS) await rm(part, { force: true });
  }
};

/** Null for a file that is not there. */
const orNull = async <T>(read: () => Promise<T>): Promise<T | null> => {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
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
    const first = await mkdir(parts, { recursive: true, mode: 0o700 });
    const made = new Set([path.dirname(folder), ...(first === undefined ? [] : [path.dirname(first)])]);
    for (const parent of made) await syncFolder(parent);
    await clearDeadParts(parts);
  };

  const write = async (file: string, content: Buffer | string | Readable): Promise<void> => {
    const part = path.join(parts, randomUUID());
    const handle = await open(part, 'w', 0o600);
    try {
      await writeFile(handle, content).then(() => handle.sync());
      await rename(part, file);
    } catch (error) {
      // A full disk is not to keep what nobody can use.
      await rm(part, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  };

  const put = async (key: string, content: Buffer | Readable, contentType: string): Promise<void> => {
    made ??= makeFolders().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    await made;
    const file = fileOf(key);
    await write(`${file}.type`, contentType);
    await write(file, content);
    // Whoever is told that the file is stored finds it after a power cut: its name has to be on the disk too.
    await syncFolder(folder);
  };

  return guarded({
    put: (key, { bytes, contentType }) => put(key, bytes, contentType),
    putFile: async (key, { path: source, contentType }) => {
      const stream = (await open(source, 'r')).createReadStream();
      try {
        await put(key, stream, contentType);
      } finally {
        stream.destroy();
      }
    },
    get: (key) =>
      orNull(async () => {
        const file = fileOf(key);
        return { bytes: await readFile(file), contentType: await readFile(`${file}.type`, 'utf8') };
      }),
    open: (key) =>
      orNull(async () => {
        const file = fileOf(key);
        const contentType = await readFile(`${file}.type`, 'utf8');
        // Opened here and not by the stream: one that is not there is an answer, not a stream that breaks.
        const handle = await open(file, 'r');
        return { stream: handle.createReadStream(), contentType };
      }),
    remove: async (key) => {
      const file = fileOf(key);
      await rm(file, { force: true });
      await rm(`${file}.type`, { force: true });
    },
  });
};
