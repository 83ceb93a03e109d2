// Finds the browser for tests and benchmarks: first the one of the npm package, then an installed one.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const INSTALLED = [
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

const runs = (executablePath: string): boolean => {
  try {
    execFileSync(executablePath, ['--version', '--no-sandbox', '--headless=new'], { stdio: 'pipe', timeout: 30_000 });
    return true;
  } catch {
    return false;
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
    if (existsSync(executablePath) && !runs(executablePath)) rmSync(folder, { recursive: true });
    mkdirSync(folder, { recursive: true });
    await chromium.executablePath();
    if (!runs(executablePath)) return null;
    // The package's fonts.conf refers to /tmp/fonts, wherever it is unpacked; without any font Chromium crashes.
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

const installed = (): string | undefined =>
  [process.env.CHROMIUM_PATH, ...INSTALLED].find((candidate) => {
    if (!candidate) return false;
    try {
      accessSync(candidate, constants.X_OK);
      return runs(candidate);
    } catch {
      return false;
    }
  });

/** Returns the path of a Chromium that runs here; exits with one line and code 1 when there is none. */
export const findChromium = async (): Promise<string> => {
  const executablePath = (await packaged()) ?? installed();
  if (executablePath) return executablePath;
  console.error(
    'No Chromium: neither the npm package @sparticuz/chromium nor an installed one runs here (set CHROMIUM_PATH).',
  );
  process.exit(1);
};
