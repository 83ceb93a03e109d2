import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  readFileSync,
  cpSync,
  createWriteStream,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Type, type Static } from 'typebox';
import { matches } from './platform/http/validation';
import { StartError } from './platform/errors';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { copyCluster } from './platform/database/baseBackup';
import { findBinaries, startEmbedded } from './platform/database/embedded';
import { type Settings, readSettings } from './platform/settings';
import { syncFolder } from './platform/files';
import { locateStore, runCommand } from './store';
import { extract } from 'tar';
import { lockFolder } from './platform/database/folderLock';
import { parseArgs } from 'node:util';
import { systemClock } from './platform/clock';

/** A backup is a folder with an archive of the cluster, the uploads, and a label that proves both complete. */
export const ARCHIVE = 'postgres.tar.gz';
const FILES = 'files';
export const LABEL = 'backup.json';

const Label = Type.Object({
  format: Type.Literal(1),
  createdAt: Type.String(),
  /** PostgreSQL's major version; another one cannot read the cluster. */
  postgres: Type.String(),
  /** Digest of the archive. */
  sha256: Type.String(),
});

type BackupLabel = Static<typeof Label>;

/** Returns the SHA-256 of a file in hexadecimal digits. */
const digestOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

const parse = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/** Reads a backup's label; throws a `StartError` for a folder that is no backup or was changed. */
const readBackup = async (folder: string): Promise<BackupLabel> => {
  const label = parse(path.join(folder, LABEL));
  if (!matches(Label, label) || !existsSync(path.join(folder, ARCHIVE))) {
    throw new StartError(`--from: ${folder} is not a complete backup (it needs ${LABEL} and ${ARCHIVE}).`);
  }
  const known = label as BackupLabel;
  if ((await digestOf(path.join(folder, ARCHIVE))) !== known.sha256) {
    throw new StartError(`--from: ${ARCHIVE} in ${folder} is damaged (its checksum differs): use another backup.`);
  }
  return known;
};

interface BackupOptions {
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
    // Copies the uploads before the cluster, because some may be removed meanwhile, and after it, because new ones may
    // arrive.
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

interface RestoreOptions {
  settings: Settings;
  /** The folder of package.json. */
  root: string;
  /** The folder that `backUp` wrote. */
  folder: string;
}

const restoreRefuseUnlessEmpty = (dataDir: string): void => {
  for (const name of ['postgres', 'files']) {
    const place = path.join(dataDir, name);
    if (existsSync(place) && readdirSync(place).length > 0) {
      throw new StartError(`DATA_DIR: ${place} is not empty: move it away first.`);
    }
  }
};

/**
 * Unpacks a backup. Moves the cluster into place as the last step, so that a cluster in place is complete and an
 * interrupted restore can start again.
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
 * Restores a backup into the empty `DATA_DIR` and starts its PostgreSQL once, so that damage shows now. Throws a
 * `StartError` of one line.
 */
export const restore = async ({ settings, root, folder }: RestoreOptions): Promise<void> => {
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl !== null) throw new StartError('DATABASE_URL is set: pg_restore fills it, see docs/OPERATIONS.md.');
  const { postgres } = await readBackup(folder);
  const { major } = findBinaries(root);
  if (postgres !== major)
    throw new StartError(`--from: PostgreSQL ${postgres} made this backup, but this server uses ${major}.`);
  restoreRefuseUnlessEmpty(dataDir);
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

const USAGE =
  'npm run backup -- --to FOLDER: writes the store and its uploads into a new folder. npm run restore -- --from FOLDER: puts them into an empty DATA_DIR.';

const optionsOf = (args: string[]) => {
  try {
    return parseArgs({ args, options: { to: { type: 'string' }, from: { type: 'string' } } }).values;
  } catch (error) {
    throw new StartError(`${(error as Error).message}. ${USAGE}`);
  }
};

/** Runs a backup or a restore of the embedded store with the server's settings. */
export const main = (root: string, args: string[]): Promise<void> =>
  runCommand(async () => {
    const { to, from } = optionsOf(args);
    const settings = readSettings(process.env);
    const started = Date.now();
    const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
    if (to && !from) {
      await backUp({ settings, root, folder: to, now: systemClock.now() });
      console.log(`The backup is in ${to} (${seconds()}). It holds all data: keep it as safe as the store itself.`);
    } else if (from && !to) {
      await restore({ settings, root, folder: from });
      console.log(
        `${settings.dataDir} is restored (${seconds()}). npm start serves it, after it has erased again whom the list in ERASURES_DIR names.`,
      );
    } else throw new StartError(USAGE);
  });
