import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from './scripts/chromium.mjs';

// The workers load this file again: the folder and the browser are chosen once, by the first process.
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(os.tmpdir(), 'dash-e2e-'));
process.env.E2E_CHROMIUM ??= await findChromium();
process.env.E2E_GATEWAY_KEY ??= 'gateway-key-of-the-journeys';
const port = Number(process.env.E2E_PORT ?? 3100);

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // One server and one world for all journeys, on two cores: in order, one at a time.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  globalTeardown: './e2e/support/removeDataFolder.ts',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-US',
    // Not the marketplace's zone: what the browser's clock is set to must not matter.
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.E2E_CHROMIUM, args: CHROMIUM_ARGS },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      WORKER_GATEWAY_KEY: process.env.E2E_GATEWAY_KEY,
      DEMO_WORKERS: '0',
      LOG_LEVEL: 'warn',
    },
  },
});
