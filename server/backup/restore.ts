import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { extract } from 'tar';
import { findBinaries, startEmbedded } from '../platform/database/embedded';
import { lockFolder } from '../platform/database/folderLock';
import type { Settings } from '../platform/settings';
import { StartError } from '../platform/errors';
import { syncFolder } from '../platform/files';
import { ARCHIVE, FILES, readBackup } from './format';

export interface RestoreOptions {
  settings: Settings;
  /** The folder of package.json. */
  root: string;
  /** The folder that `backUp` wrote. */
  folder: string;
}

const refuseUnlessEmpty = (dataDir: string): void => {
  for (const name of ['postgres', 'files']) {
    const place = path.join(dataDir, name);
    if (existsSync(place) && readdirSync(place).length > 0) {
      throw new StartError(`DATA_DIR: ${place} is not empty: move it away first.`);
    }
  }
};

/**
 * Unpacks a backup. Moves the cluster into place last and at once: an interrupted restore starts again, and a cluster
 * in place is complete.
 */
const unpack = async (folder: string, dataDir: string): Promise<void> => {
  const unfinished = path.join(dataDir, 'postgres.restoring');
  const cluster = path.join(dataDir, 'postgres');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  await extract({ file: path.join(folder, ARCHIVE), cwd: unfinished, strict: true, preserveOwner: false });
  const files = path.join(folder, FILES);
  if (existsSync(files)) cpSync(files, path.join(dataDir, 'files'), { recursive: true });
  rmSync(cluster, { recursive: true, force: true });
  renameSync(unfinished, cluster);
  await syncFolder(dataDir);
};

/**
 * Restores a backup into the empty `DATA_DIR` and starts its PostgreSQL once, to find damage now. Throws a
 * `StartError` of one line.
 */
export const restore = async ({ settings, root, folder }: RestoreOptions): Promise<void> => {
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl !== null) throw new StartError('DATABASE_URL is set: pg_restore fills it, see docs/OPERATIONS.md.');
  const { postgres } = await readBackup(folder);
  const { major } = findBinaries(root);
  if (postgres !== major)
    throw new StartError(`--from: PostgreSQL ${postgres} made this backup, but this server uses ${major}.`);
  refuseUnlessEmpty(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dataDir);
  try {
    await unpack(folder, dataDir);
  } finally {
    lock.release();
  }
  const embedded = await startEmbedded({ dataDir, root });
  await embedded.stop();
};
