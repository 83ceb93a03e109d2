import { expect, test as base, type BrowserContext } from '@playwright/test';
import { clockOffset } from './clock';
import { watchInteractions } from './interactions';
import { NOON, shiftDate } from './shiftedClock.mjs';
import { closeWorld, openWorld, type World } from './world';

interface Violation {
  directive: string;
  blocked: string;
  sample: string;
  page: string;
}

/** The violations of the running journey; a worker runs one journey at a time. */
const violations: Violation[] = [];
const watched = new WeakSet<BrowserContext>();

const watch = async (context: BrowserContext): Promise<void> => {
  if (watched.has(context)) return;
  watched.add(context);
  await watchInteractions(context);
  await context.addInitScript(shiftDate, clockOffset());
  await context.exposeBinding('tellViolation', (_source, violation: Violation) => void violations.push(violation));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const { tellViolation } = globalThis as unknown as { tellViolation: (violation: Violation) => void };
      tellViolation({ directive: effectiveDirective, blocked: blockedURI, sample, page: location.pathname });
    });
  });
};

interface Fixtures {
  /** The time at which the world of this file, or of a part of it, starts. */
  startsAt: string;
  world: World;
  violations: Violation[];
}

/** Milliseconds for a world to open, beside the time of the journey itself. */
const OPEN_MS = 120_000;

/**
 * Each file has its own demo world and server, so that no journey depends on another file; within a file, later
 * journeys may use the data of earlier ones. Journeys run under the page’s Content-Security-Policy with Trusted Types,
 * and a violation fails the journey that caused it.
 */
export const test = base.extend<Fixtures, { watchedContexts: null; lastWorld: null }>({
  startsAt: [NOON, { option: true }],
  lastWorld: [
    async ({ browser: _browser }, use) => {
      await use(null);
      await closeWorld();
    },
    { scope: 'worker', auto: true },
  ],
  world: [
    async ({ startsAt }, use, { file }) => use(await openWorld(`${file} ${startsAt}`, startsAt)),
    { auto: true, timeout: OPEN_MS },
  ],
  baseURL: ({ world }, use) => use(world.baseURL),
  page: async ({ page }, use) => {
    await use(page);
    // A request that is under way when a journey ends must not fail it: its reply is gone with the page.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  // Watches the contexts that journeys open themselves.
  watchedContexts: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        await watch(context);
        return context;
      };
      await use(null);
      browser.newContext = open;
    },
    { scope: 'worker', auto: true },
  ],
  violations: [
    async ({ context }, use) => {
      await watch(context);
      violations.length = 0;
      await use(violations);
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };
