// `node scripts/check-xss.mjs`: runs the long form of the XSS test: markup as text in every field, on every screen and
// address, in exports and mails.
import { spawnSync } from 'node:child_process';

const args = ['node_modules/@playwright/test/cli.js', 'test', 'xss', ...process.argv.slice(2)];
const env = { ...process.env, XSS_FULL: '1' };
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
