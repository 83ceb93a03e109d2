import { readdirSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { drawOf } from './__tests__/support/longestFirst.mjs';
import { CHROMIUM_ARGS, findChromium } from './scripts/chromium';

/** The one wait, in milliseconds: what arrives late on a busy machine is still right. */
const PATIENCE = 30_000;
// Workers load this file again; the first process chooses the browser once.
process.env.E2E_CHROMIUM ??= await findChromium();
/** Journeys that take minutes; `npm run test:long` runs them, and those of the other files that have the tag. */
const LONG = /\.long\.spec\.ts$/;
const LONG_TAG = /@long/;
const PSEUDO = /pseudo\.spec\.ts$/;

const browser = { name: 'browser', testIgnore: [LONG, PSEUDO], grepInvert: LONG_TAG };
/** The files of `browser` in an order that depends on the seed: Playwright runs projects in the order given. */
const drawnOrder = (seed: string) =>
  readdirSync('e2e')
    .filter((file) => file.endsWith('.spec.ts') && !LONG.test(file) && !PSEUDO.test(file))
    .sort((one, other) => drawOf(one, seed) - drawOf(other, seed))
    .map((file) => ({ name: `browser ${file}`, testMatch: file, grepInvert: LONG_TAG }));
const { CHANCE_SEED } = process.env;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Each file has its own world and server. Its journeys run in order, because later ones may use what earlier ones left.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A busy machine may fail a browser test once; the report names the journeys that needed a second try.
  retries: 1,
  timeout: 4 * PATIENCE,
  expect: { timeout: PATIENCE },
  reporter: [['list'], ['json']],
  projects: [
    ...(CHANCE_SEED ? drawnOrder(CHANCE_SEED) : [browser]),
    { name: 'long', testMatch: LONG },
    { name: 'tagged', testIgnore: [LONG, PSEUDO], grep: LONG_TAG },
    { name: 'pseudo', testMatch: PSEUDO },
  ],
  globalSetup: './e2e/support/startRun.ts',
  use: {
    actionTimeout: PATIENCE,
    navigationTimeout: PATIENCE,
    locale: 'en-US',
    // The browser’s time zone differs from the marketplace’s, and must not matter.
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // It would fetch the whole daily program for each journey. Journeys about it allow it.
    serviceWorkers: 'block',
    launchOptions: { executablePath: process.env.E2E_CHROMIUM, args: CHROMIUM_ARGS },
  },
});
