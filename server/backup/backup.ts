import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { copyCluster } from '../platform/database/baseBackup';
import { findBinaries } from '../platform/database/embedded';
import type { Settings } from '../platform/settings';
import { StartError } from '../platform/errors';
import { syncFolder } from '../platform/files';
import { locateStore } from '../store';
import { ARCHIVE, digestOf, FILES, LABEL, type BackupLabel } from './format';

export interface BackupOptions {
  settings: Settings;
  /** The folder of package.json. */
  root: string;
  /** A new or empty folder. */
  folder: string;
  now: Date;
}

const refuseUnlessEmpty = (folder: string): void => {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new StartError(`--to: ${folder} is not empty: name a new folder.`);
  }
};

/** Copies the uploads; files that are already there are skipped, because uploads never change. */
const copyFiles = (dataDir: string, folder: string): void => {
  const source = path.join(dataDir, 'files');
  if (existsSync(source)) cpSync(source, path.join(folder, FILES), { recursive: true, force: false });
};

/**
 * Writes a backup of the embedded store and its uploads, with or without a running server. It holds everything
 * acknowledged before it began. Throws a `StartError` of one line.
 */
export const backUp = async ({ settings, root, folder, now }: BackupOptions): Promise<BackupLabel> => {
  if (settings.databaseUrl !== null) {
    throw new StartError('DATABASE_URL is set: pg_dump makes its backup, see docs/OPERATIONS.md.');
  }
  refuseUnlessEmpty(folder);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const store = await locateStore({ settings, root, canShare: true });
  try {
    // Copies the uploads before the cluster, to keep those that are removed meanwhile, and again after it for new
    // ones.
    copyFiles(settings.dataDir, unfinished);
    const archive = path.join(unfinished, ARCHIVE);
    const tar = new PassThrough();
    const written = pipeline(tar, createGzip({ level: 1 }), createWriteStream(archive, { mode: 0o600, flush: true }));
    await Promise.all([copyCluster(store.url, tar), written]);
    copyFiles(settings.dataDir, unfinished);
    const { major } = findBinaries(root);
    const label: BackupLabel = {
      format: 1,
      createdAt: now.toISOString(),
      postgres: major,
      sha256: await digestOf(archive),
    };
    writeFileSync(path.join(unfinished, LABEL), `${JSON.stringify(label, null, 2)}\n`, { mode: 0o600, flush: true });
    rmSync(folder, { recursive: true, force: true });
    await syncFolder(unfinished);
    renameSync(unfinished, folder);
    await syncFolder(path.dirname(path.resolve(folder)));
    return label;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await store.stop();
  }
};
