import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';

/** The product as `npm start` runs it, with a temporary data folder. */
export interface Product {
  origin: string;
  stop(): Promise<void>;
}

/** Returns the commit that is checked out in a folder, with its day. */
export const commitOf = (folder: string): string =>
  spawnSync('git', ['-C', folder, 'log', '-1', '--format=%h of %cs'], { encoding: 'utf8' }).stdout.trim();

const exited = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.exitCode === null ? child.once('exit', () => resolve()) : resolve()));

/** Starts the product of the checkout in `cwd` on `port` with the demo world and waits until it is ready. */
export const startProduct = async (port: number, cwd = '.'): Promise<Product> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'dash-bench-'));
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO_WORKERS: '0', LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    if (child.exitCode !== null || tries > 600) throw new Error('the product did not start');
    await sleep(200);
  }
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM');
      await exited(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** Gives the pages of a context the helper in which tsx wraps each named function that they are to run. */
export const addTsxHelper = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript('globalThis.__name = (named) => named');

/** Signs a demo account in by the form, and waits for its list of jobs. */
export const signIn = async (page: Page, origin: string, email: string): Promise<void> => {
  await page.goto(`${origin}/dashboard/login`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Demo123!');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/jobs$/);
};

/** Returns the addresses of the signed-in user's newest conversation and applicant. */
export const newestAddresses = async (
  page: Page,
  origin: string,
): Promise<{ conversation: string; applicant: string }> => {
  const firstLink = async (list: string, part: string): Promise<string> => {
    await page.goto(`${origin}/dashboard/${list}`);
    const address = await page.locator(`main a[href*="${part}"]`).first().getAttribute('href');
    if (!address) throw new Error(`the demo world has no ${part}`);
    return address;
  };
  const conversation = await firstLink('inbox', '/inbox/');
  return { conversation, applicant: await firstLink('applications?page=1&activeTab=all', '/jobs/detail/') };
};
