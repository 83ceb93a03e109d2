// Provides another version of Node, from its npm package, for checks on several versions.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './parts.mjs';

const CACHE = path.join(ROOT, 'node_modules/.cache/node');

/** Returns the folder that holds the `node` of a major version; downloads it at the first call. */
export const folderOfNode = (major) => {
  const home = path.join(CACHE, String(major));
  const name = `node-${process.platform}-${process.arch}`;
  const folder = path.join(home, 'node_modules', name, 'bin');
  if (!existsSync(path.join(folder, 'node'))) {
    mkdirSync(home, { recursive: true });
    const args = ['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', [...args, `${name}@${major}`], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const version = execFileSync(path.join(folder, 'node'), ['--version'], { encoding: 'utf8' }).trim();
  if (!version.startsWith(`v${major}.`)) throw new Error(`${folder} holds Node ${version}, not ${major}`);
  return folder;
};
