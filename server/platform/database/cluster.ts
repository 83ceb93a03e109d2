import { execFile } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries';
import { StartFailure } from './failure';

/** The one role and the one database of the embedded PostgreSQL. */
export const EMBEDDED_NAME = 'dashboard';

const run = promisify(execFile);
const UNFINISHED = /^postgres\.new-\d+$/;

/** Where the database of a data folder lies. */
export const clusterFolder = (dataDir: string): string => path.join(dataDir, 'postgres');

/** Makes the data folder, readable by nobody else; throws a `StartFailure` where that is not allowed. */
export const openDataFolder = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!statSync(dataDir).isDirectory()) throw new Error('it is not a folder');
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartFailure(
      `The data folder ${dataDir} cannot be written (${code ?? message}): choose another with DATA_DIR.`,
    );
  }
};

const asLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A half-made database of a start that was interrupted holds nothing yet. */
const removeUnfinished = (dataDir: string): void => {
  for (const name of readdirSync(dataDir)) {
    if (UNFINISHED.test(name)) rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
};

const create = async (dataDir: string, { initdb, wrapper }: Binaries): Promise<void> => {
  removeUnfinished(dataDir);
  const made = path.join(dataDir, `postgres.new-${process.pid}`);
  const options = [
    '--locale-provider=icu',
    '--icu-locale=tr-TR',
    '--locale=C',
    '--encoding=UTF8',
    '--auth=trust',
    '--no-instructions',
  ];
  const [command = initdb, ...args] = [...wrapper, initdb];
  try {
    // Trust is enough: the socket lies in a folder that only this user may enter, and no port is opened.
    await run(command, [...args, '-D', made, '-U', EMBEDDED_NAME, ...options]);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    throw new StartFailure(
      `The database could not be made in ${dataDir}: ${asLine((error as { stderr?: string }).stderr ?? String(error))}`,
    );
  }
  // Only a whole one gets the name.
  renameSync(made, clusterFolder(dataDir));
};

const versionOf = (folder: string): string | null => {
  try {
    return readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES')
      throw new StartFailure(`The database in ${folder} belongs to another user: start as that user, or set DATA_DIR.`);
    return null;
  }
};

/** Makes the database where there is none; throws a `StartFailure` for a damaged one and for one of another version. */
export const prepareCluster = async (dataDir: string, binaries: Binaries): Promise<void> => {
  const folder = clusterFolder(dataDir);
  if (!existsSync(folder)) return create(dataDir, binaries);
  const version = versionOf(folder);
  if (version === null || version === '') {
    throw new StartFailure(
      `The database in ${folder} is damaged (PG_VERSION is missing): put back a backup of it, or remove the folder to begin anew.`,
    );
  }
  if (version !== binaries.major) {
    throw new StartFailure(
      `The database in ${folder} was made by PostgreSQL ${version}, this is ${binaries.major}: use the release that made it, or another DATA_DIR.`,
    );
  }
};
