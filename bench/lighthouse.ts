// `npm run bench -- lighthouse [runs] [origin] [page]`: runs Lighthouse for mobile with its simulated phone and network and
// an empty cache; takes the 75th percentile of 15 runs a page, so three of four visits are at least as good. Measures the
// product as `npm start` runs it, or the one at `origin`.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium';
import { newestAddresses, signIn, startProduct } from './support/product';
import { report, type Line } from './support/report';
import { percentile } from './support/stats';
import { invitedWorker } from './support/workerLink';

const PORT = 3192;
const DEBUGGING_PORT = 9223;
const RUNS = Number(process.argv[2] ?? 15);
const GIVEN_ORIGIN = process.argv[3] || undefined;
/** The beginning of the names of the measured pages, such as `public`; the others are left out. */
const ONLY = process.argv[4];
const FOLDER = 'bench/lighthouse';
const CLI = `${FOLDER}/node_modules/lighthouse/cli/index.js`;
/** Milliseconds; a signed-in page keeps an event stream open and so never counts as loaded. */
const LONGEST_LOAD = 15_000;

const BOUNDS = { performance: 0.98, lcp: 1_800, tbt: 100, cls: 0.02, accessibility: 1, seo: 0, bytes: Infinity };
type Figures = typeof BOUNDS;
const IS_BETTER_HIGH: (keyof Figures)[] = ['performance', 'accessibility', 'seo'];
/** The bounds of the worker's page, which people open on a phone on the way. */
const WORKER_BOUNDS: Figures = { ...BOUNDS, lcp: 800, bytes: 20_000 };
/** The bounds of the pages that strangers and search engines read. */
const PUBLIC_BOUNDS: Figures = { ...BOUNDS, lcp: 800, seo: 1, bytes: 30_000 };

interface Report {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  categories: Record<'performance' | 'accessibility' | 'seo', { score: number }>;
  audits: Record<string, { numericValue?: number }>;
}

/** Installs Lighthouse in a separate package on first use. See docs/decisions. */
const install = () => {
  if (existsSync(CLI)) return;
  console.log('Fetching Lighthouse (187 MB, once) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' });
  if (status !== 0) throw new Error('Lighthouse could not be installed');
};

/** Prepares a signed-in browser profile; returns the addresses of the newest conversation and applicant. */
const prepareProfile = async (executablePath: string, profile: string, origin: string) => {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: CHROMIUM_ARGS,
    locale: 'en-US',
  });
  const page = await context.newPage();
  await signIn(page, origin, 'company@demo.test');
  const addresses = await newestAddresses(page, origin);
  await context.close();
  return addresses;
};

const isOpen = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${DEBUGGING_PORT}/json/version`).then(
    () => true,
    () => false,
  );

const openBrowser = async (executablePath: string, profile: string): Promise<ChildProcess> => {
  // A browser left by an interrupted run would be measured instead.
  if (await isOpen()) throw new Error(`a browser already listens on port ${DEBUGGING_PORT}: close it first`);
  const args = [...CHROMIUM_ARGS, '--lang=en-US', `--user-data-dir=${profile}`];
  const child = spawn(executablePath, [...args, `--remote-debugging-port=${DEBUGGING_PORT}`, 'about:blank'], {
    stdio: 'ignore',
  });
  for (let tries = 0; ; tries += 1) {
    if (await isOpen()) return child;
    if (tries > 100) throw new Error('the browser did not start');
    await sleep(100);
  }
};

/** Tries of one run: a busy machine may record no beginning of the load. */
const TRIES = 3;

/** Measures one run. Lighthouse empties the caches but keeps the local storage, which holds the session. */
const measure = (address: string, folder: string, tries = TRIES): Figures => {
  const file = path.join(folder, 'report.json');
  const { status } = spawnSync(
    process.execPath,
    [
      CLI,
      address,
      `--port=${DEBUGGING_PORT}`,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      '--only-categories=performance,accessibility,seo',
      `--max-wait-for-load=${LONGEST_LOAD}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, CI: '1' } },
  );
  const { runtimeError, finalDisplayedUrl, categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  if (runtimeError && tries > 1) return measure(address, folder, tries - 1);
  if (status !== 0 || runtimeError) throw new Error(runtimeError?.message ?? 'Lighthouse failed');
  // After a lost session all runs would measure the sign-in page.
  const wanted = new URL(address).pathname;
  if (new URL(finalDisplayedUrl).pathname !== wanted) throw new Error(`${wanted} led to ${finalDisplayedUrl}`);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: categories.performance.score,
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    accessibility: categories.accessibility.score,
    seo: categories.seo.score,
    bytes: value('total-byte-weight'),
  };
};

const lineOf = (name: string, runs: readonly Figures[], bounds: Figures): Line => {
  const of = (figure: keyof Figures) =>
    percentile(
      runs.map((run) => run[figure]),
      IS_BETTER_HIGH.includes(figure) ? 0.25 : 0.75,
    );
  const [performance, lcp, tbt, cls, accessibility] = [
    of('performance'),
    of('lcp'),
    of('tbt'),
    of('cls'),
    of('accessibility'),
  ];
  const [seo, bytes] = [of('seo'), of('bytes')];
  const isPublic = bounds.seo > 0;
  const isWeighed = bounds.bytes < Infinity;
  return {
    what: name,
    figures:
      `${performance.toFixed(2)}, ${(lcp / 1000).toFixed(2)} s, ${tbt.toFixed(0)} ms, ${cls.toFixed(3)}, ${accessibility.toFixed(2)}` +
      (isPublic ? `, SEO ${seo.toFixed(2)}` : '') +
      (isWeighed ? `, ${(bytes / 1000).toFixed(1)} kB` : ''),
    bound:
      `≥ ${bounds.performance}, ≤ ${bounds.lcp / 1000} s, ≤ ${bounds.tbt} ms, ≤ ${bounds.cls}, 1.00` +
      (isPublic ? `, ${bounds.seo.toFixed(2)}` : '') +
      (isWeighed ? `, ≤ ${bounds.bytes / 1000} kB` : ''),
    ok:
      performance >= bounds.performance &&
      lcp <= bounds.lcp &&
      tbt <= bounds.tbt &&
      cls <= bounds.cls &&
      accessibility >= bounds.accessibility &&
      seo >= bounds.seo &&
      bytes <= bounds.bytes,
  };
};

/** Returns the paths of the first page in the sitemap and of its first job. */
const publicPages = async (origin: string): Promise<[page: string, job: string]> => {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const job = /<loc>[^<]*(\/p\/\w{8}\/\d+)<\/loc>/.exec(sitemap)?.[1];
  if (!job) throw new Error('the sitemap names no job');
  return [job.replace(/\/\d+$/, ''), job];
};

const run = async () => {
  install();
  const executablePath = await findChromium();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dash-lighthouse-'));
  const product = GIVEN_ORIGIN ? { origin: GIVEN_ORIGIN, stop: async () => undefined } : await startProduct(PORT);
  try {
    const { origin } = product;
    const profile = path.join(folder, 'signed-in');
    const guest = path.join(folder, 'guest');
    let prepared: ReturnType<typeof prepareProfile> | undefined;
    // Not for public pages alone, because a given origin may have no demo account.
    const addresses = () => (prepared ??= prepareProfile(executablePath, profile, origin));
    const signedIn = (address: string) => async () => {
      await addresses();
      return address;
    };
    const all: [name: string, address: string | (() => Promise<string>), profile: string, bounds: Figures][] = [
      ['login', '/dashboard/login', guest, BOUNDS],
      ['today', signedIn('/dashboard/today'), profile, BOUNDS],
      ['jobs', signedIn('/dashboard/jobs'), profile, BOUNDS],
      ['applications', signedIn('/dashboard/applications'), profile, BOUNDS],
      ['applicant', async () => (await addresses()).applicant, profile, BOUNDS],
      ['conversation', async () => (await addresses()).conversation, profile, BOUNDS],
      ['packages', signedIn('/dashboard/packages'), profile, BOUNDS],
      ['worker', () => invitedWorker(origin), path.join(folder, 'worker'), WORKER_BOUNDS],
      ['public page', async () => (await publicPages(origin))[0], guest, PUBLIC_BOUNDS],
      ['public job', async () => (await publicPages(origin))[1], guest, PUBLIC_BOUNDS],
    ];
    const pages = all.filter(([name]) => ONLY === undefined || name.startsWith(ONLY));
    const lines: Line[] = [];
    for (const [name, where, own, bounds] of pages) {
      const address = typeof where === 'string' ? where : await where();
      const browser = await openBrowser(executablePath, own);
      try {
        const runs = Array.from({ length: RUNS }, () => measure(`${origin}${address}`, folder));
        lines.push(lineOf(name, runs, bounds));
        console.log(lines.at(-1)?.what, lines.at(-1)?.figures);
      } finally {
        const ended = new Promise((resolve) => browser.once('exit', resolve));
        browser.kill();
        await ended;
      }
    }
    if (ONLY === undefined)
      await report(
        'lighthouse',
        `Lighthouse, mobile, 75th percentile of ${RUNS}: performance, LCP, TBT, CLS, accessibility`,
        lines,
      );
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

await run();
