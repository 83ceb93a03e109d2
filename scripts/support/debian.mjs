// Installs Debian packages for the long checks.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs a package as root; throws one line that names it when that is impossible. */
export const install = (name) => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(
      `The Debian package ${name} is not installed, and only root can install it: apt-get install ${name}`,
    );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
};
