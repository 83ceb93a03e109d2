// `npm run check:xss`: texts that would be markup, in every field, on every screen and address, in exports and mails. Long form.
import { spawnSync } from 'node:child_process';

const args = ['node_modules/@playwright/test/cli.js', 'test', 'xss', ...process.argv.slice(2)];
const env = { ...process.env, XSS_FULL: '1' };
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
