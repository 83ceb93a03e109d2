// `node scripts/check-cluster.mjs`: tests several servers of one store, directly and behind nginx as `npm run cluster`
// starts them.
import { spawnSync } from 'node:child_process';
import { findNginx } from './cluster/nginx.mjs';
import { ensureBuilt } from './support/parts.mjs';

if (!findNginx()) {
  console.error('nginx is not installed: apt-get install nginx-light (Debian), or brew install nginx.');
  process.exit(1);
}
ensureBuilt('web', 'server');
const args = ['node_modules/jest/bin/jest.js', '--selectProjects=long', '--testPathPatterns=server/cluster', '-i'];
process.exitCode =
  spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, CLUSTER: '1' } }).status ?? 1;
