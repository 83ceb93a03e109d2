import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { syncFolder } from '../../platform/files';
import { once } from '../../platform/once';
import { guarded, type FileStore } from '../../platform/ports/fileStore';

/** A part of this age belongs to a process that died while it wrote. */
const DEAD_PART_MS = 3_600_000;

const clearDeadParts = async (parts: string): Promise<void> => {
  for (const name of await readdir(parts)) {
    const part = path.join(parts, name);
    const found = await stat(part).catch(() => null);
    if (found && Date.now() - found.mtimeMs > DEAD_PART_MS) await rm(part, { force: true });
  }
};

/** Runs a read and returns null for a missing file. */
const orNull = async <T>(read: () => Promise<T>): Promise<T | null> => {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/**
 * Stores files in a folder, which it creates with the first file; the media type lies beside the bytes. A file is
 * written in a folder of parts and renamed when its bytes are on the disk. Readers therefore never see half a file,
 * and two writers of the same key do not mix their bytes.
 */
export const createDiskStore = (folder: string): FileStore => {
  const parts = path.join(folder, 'parts');
  const fileOf = (key: string) => path.join(folder, key);
  const makeFolders = once(async () => {
    const first = await mkdir(parts, { recursive: true, mode: 0o700 });
    const made = new Set([path.dirname(folder), ...(first === undefined ? [] : [path.dirname(first)])]);
    for (const parent of made) await syncFolder(parent);
    await clearDeadParts(parts);
  });

  const write = async (file: string, content: Buffer | string | Readable): Promise<void> => {
    const part = path.join(parts, randomUUID());
    const handle = await open(part, 'w', 0o600);
    try {
      await writeFile(handle, content).then(() => handle.sync());
      await rename(part, file);
    } catch (error) {
      // A full disk must not keep an unusable part.
      await rm(part, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  };

  const put = async (key: string, content: Buffer | Readable, contentType: string): Promise<void> => {
    await makeFolders();
    const file = fileOf(key);
    await write(`${file}.type`, contentType);
    await write(file, content);
    // Syncs the name as well, so that a stored file survives a power cut.
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
        // Opens the file before it makes the stream, so that a missing file returns null instead of a broken stream.
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
