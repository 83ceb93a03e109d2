// Finds the browser for tests and benchmarks: the newest of the npm package’s and the installed ones.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// Of equal versions the first is taken: without a window it needs a sixth less processor time.
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Flags with which both the packaged and Debian's Chromium run, as root and as an ordinary user, without a network. */
export const CHROMIUM_ARGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/** Returns the first part of a browser's version, or 0 when it does not run here. */
const versionOf = (executablePath: string): number => {
  try {
    accessSync(executablePath, constants.X_OK);
    const args = ['--version', '--no-sandbox', '--headless=new'];
    const said = execFileSync(executablePath, args, { stdio: 'pipe', timeout: 30_000, encoding: 'utf8' });
    return Number(/ (\d+)\./.exec(said)?.[1] ?? 0);
  } catch {
    return 0;
  }
};

const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;

const packaged = async (): Promise<string | null> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  // The package unpacks into the temporary folder and trusts existing files. So each user and version has its own
  // folder, which is deleted when its browser does not run.
  const folder = path.join(os.tmpdir(), `dashboard-chromium-147-${process.getuid?.() ?? 0}`);
  const before = process.env.TMPDIR;
  try {
    process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x';
    process.env.TMPDIR = folder;
    const executablePath = path.join(folder, 'chromium');
    const { default: chromium } = await import('@sparticuz/chromium');
    if (existsSync(executablePath) && versionOf(executablePath) === 0) rmSync(folder, { recursive: true });
    mkdirSync(folder, { recursive: true });
    await chromium.executablePath();
    if (versionOf(executablePath) === 0) return null;
    // The package's fonts.conf refers to /tmp/fonts, wherever it is unpacked; without any font Chromium crashes. An
    // installed browser gets the same fonts, so that texts have the same widths.
    const fonts = path.join(folder, 'fonts.conf');
    writeFileSync(fonts, fontsConf(folder));
    process.env.FONTCONFIG_FILE = fonts;
    return executablePath;
  } catch {
    return null;
  } finally {
    delete process.env.AWS_EXECUTION_ENV;
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
};

/**
 * Returns `CHROMIUM_PATH`, or the path of the newest Chromium that runs here; exits with one line and code 1 when there
 * is none.
 */
export const findChromium = async (): Promise<string> => {
  const own = await packaged();
  const chosen = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : [own ?? '', ...INSTALLED];
  const found = chosen.map((executablePath) => ({ executablePath, version: versionOf(executablePath) }));
  const newest = found.reduce((best, next) => (next.version > best.version ? next : best));
  if (newest.version > 0) return newest.executablePath;
  console.error(
    'No Chromium: neither the npm package @sparticuz/chromium nor an installed one runs here (set CHROMIUM_PATH).',
  );
  process.exit(1);
};
