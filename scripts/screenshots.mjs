// `node --import tsx scripts/screenshots.mjs [--url http://…] [--only support]`: takes the pictures of README.md and
// docs/SUPPORT.md from a new demo world, or from a running product (with SUPPORT_REPLAY=1). Run it again when a screen
// changes: docs/images holds only these pictures.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { CHROMIUM_ARGS, findChromium } from './chromium.ts';
import { ROOT } from './support/parts.mjs';
import { freePort, stopProcess, waitUntilReady } from './support/serverProcess.mjs';

const { url, only } = parseArgs({ options: { url: { type: 'string' }, only: { type: 'string' } } }).values;
const FOLDER = path.join(ROOT, 'docs/images');
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const listed = (page) => page.getByRole('article').first().waitFor();

const openApplicant = async (page) => {
  await listed(page);
  await page.getByRole('article').first().getByRole('link').first().click();
  await page.getByRole('tab').first().waitFor();
};
const openThread = async (page) => {
  await page.locator('a[href*="/inbox/"]').first().click();
  await page.getByRole('textbox').last().waitFor();
};

const openMenu = async (page) => {
  await page.locator('header button[aria-haspopup="menu"]').last().click();
  await page.getByRole('menuitem', { name: 'Save a support trace' }).waitFor();
};
const openTrace = async (page) => {
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Save a support trace' }).click();
  await page.getByRole('dialog').waitFor();
};
/** Records a failed purchase, and opens its trace at the first step that shows the packages. */
const openReplay = async (page) => {
  await page.route('**/api/basket', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('button', { name: /^Buy / }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await openTrace(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save file' }).click(),
  ]);
  const file = await download.path();
  await page.goto(`${new URL(page.url()).origin}/dashboard/support/replay`);
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByRole('region', { name: 'What the user saw' }).waitFor();
};
const openStep = async (page) => {
  await openReplay(page);
  const shown = page.getByRole('region', { name: 'What the user saw' });
  const next = page.getByRole('button', { name: 'Next step' });
  while ((await next.isEnabled()) && !(await shown.getByRole('button', { name: /^Buy / }).count())) await next.click();
};
const openFailure = async (page) => {
  await openReplay(page);
  await page.getByRole('button', { name: 'Next failure' }).click();
};

/** Opens the first job of a public page, as a stranger with a phone reads it. */
const openPublicJob = async (page, origin) => {
  const sitemap = await (await page.request.get(`${origin}/sitemap.xml`)).text();
  await page.goto(`${/<loc>([^<]*\/p\/\w{8}\/\d+)<\/loc>/.exec(sitemap)[1]}?lang=tr`);
  // The fonts of this browser often lack the lira sign.
  await page.locator('dl').evaluate((facts) => {
    facts.innerHTML = facts.innerHTML.replaceAll('₺', 'TL ');
  });
};

const PICTURES = [
  { name: 'public-job-phone', then: openPublicJob, viewport: PHONE, locale: 'tr-TR' },
  { name: 'today', account: 'branch', at: '/today', then: listed, viewport: DESKTOP },
  { name: 'today-phone', account: 'branch', at: '/today', then: listed, viewport: PHONE, locale: 'tr-TR' },
  { name: 'applications', account: 'root', at: '/applications', then: listed, viewport: DESKTOP },
  {
    name: 'applicant-dark',
    account: 'company',
    at: '/applications',
    then: openApplicant,
    viewport: DESKTOP,
    dark: true,
  },
  { name: 'conversation', account: 'company', at: '/inbox', then: openThread, viewport: DESKTOP },
  { name: 'job-form', account: 'company', at: '/jobs/create', viewport: DESKTOP },
  { name: 'packages', account: 'company', at: '/packages', viewport: DESKTOP },
  {
    name: 'applications-phone',
    account: 'company',
    at: '/applications',
    then: listed,
    viewport: PHONE,
    locale: 'tr-TR',
  },
  { name: 'support-menu', account: 'company', at: '/packages', then: openMenu, viewport: DESKTOP },
  { name: 'support-dialog', account: 'company', at: '/packages', then: openTrace, viewport: DESKTOP },
  { name: 'support-replay', account: 'company', at: '/packages', then: openStep, viewport: DESKTOP },
  { name: 'support-failure', account: 'company', at: '/packages', then: openFailure, viewport: DESKTOP },
];

const startProduct = async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dash-pictures-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO_WORKERS: '0', SUPPORT_REPLAY: '1' },
    stdio: 'inherit',
  });
  const address = `http://127.0.0.1:${port}`;
  if (!(await waitUntilReady(child, port, 600_000))) throw new Error('The product did not start.');
  return {
    address,
    stop: async () => {
      await stopProcess(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const signIn = async (page, address, account) => {
  await page.goto(`${address}/dashboard/login`);
  await page.locator('input[type="email"]').fill(`${account}@demo.test`);
  await page.locator('input[type="password"]').fill('Demo123!');
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((where) => !where.pathname.endsWith('/login'));
};

const take = async (browser, address, { name, account, at, then, viewport, dark = false, locale = 'en-US' }) => {
  const context = await browser.newContext({
    viewport,
    locale,
    deviceScaleFactor: 1,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (account) {
    await signIn(page, address, account);
    await page.goto(`${address}/dashboard${at}`);
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('load');
    await sleep(1500);
  }
  if (then) {
    await then(page, address);
    await sleep(1500);
  }
  const picture = await page.screenshot();
  // 128 colours give a fifth of the size without a visible difference on such pages.
  await sharp(picture)
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(path.join(FOLDER, `${name}.png`));
  await context.close();
  console.log(`docs/images/${name}.png`);
};

mkdirSync(FOLDER, { recursive: true });
const product = url === undefined ? await startProduct() : { address: url, stop: async () => undefined };
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
try {
  for (const picture of PICTURES.filter(({ name }) => !only || name.startsWith(only)))
    await take(browser, product.address, picture);
} finally {
  await browser.close();
  await product.stop();
}
