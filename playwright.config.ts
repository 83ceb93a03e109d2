import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { vapidKeys } from './e2e/support/vapidKeys';
import { CHROMIUM_ARGS, findChromium } from './scripts/chromium';

// Workers load this file again; the first process chooses the folder and the browser once.
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(os.tmpdir(), 'dash-e2e-'));
process.env.E2E_CHROMIUM ??= await findChromium();
process.env.E2E_GATEWAY_KEY ??= 'gateway-key-of-the-journeys';
// Journeys change their world, so each worker has its own server and world.
const WORKERS = 2;
/** Journeys that take minutes; `npm run test:long` runs them. */
const LONG = /\.long\.spec\.ts$/;
const PSEUDO = /pseudo\.spec\.ts$/;
const firstPort = Number(process.env.E2E_PORT ?? 3100);
const portOf = (worker: number) => firstPort + worker;
const port = portOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0));

const serverOf = (worker: number) => ({
  command: 'node scripts/start.mjs',
  url: `http://127.0.0.1:${portOf(worker)}/readyz`,
  timeout: 180_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  env: {
    PORT: String(portOf(worker)),
    DATA_DIR: path.join(process.env.E2E_DATA_DIR!, String(worker)),
    WORKER_GATEWAY_KEY: process.env.E2E_GATEWAY_KEY!,
    DEMO_WORKERS: '0',
    LOG_LEVEL: 'warn',
    ...vapidKeys(),
  },
});

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Journeys within a file run in order, because later ones may use what earlier ones left.
  workers: WORKERS,
  fullyParallel: false,
  forbidOnly: true,
  // A busy machine may fail a browser test once; the report names the journeys that needed a second try.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  projects: [
    { name: 'browser', testIgnore: [LONG, PSEUDO] },
    { name: 'long', testMatch: LONG },
    { name: 'pseudo', testMatch: PSEUDO },
  ],
  globalTeardown: './e2e/support/removeDataFolder.ts',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-US',
    // The browser’s time zone differs from the marketplace’s, and must not matter.
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.E2E_CHROMIUM, args: CHROMIUM_ARGS },
  },
  webServer: Array.from({ length: WORKERS }, (_, worker) => serverOf(worker)),
});
