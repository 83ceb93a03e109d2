import { expect, test as base, type BrowserContext } from '@playwright/test';

export interface Violation {
  directive: string;
  blocked: string;
  sample: string;
  page: string;
}

/** Of the journey that runs: a worker runs one at a time. */
const violations: Violation[] = [];
const watched = new WeakSet<BrowserContext>();

const watch = async (context: BrowserContext): Promise<void> => {
  if (watched.has(context)) return;
  watched.add(context);
  await context.exposeBinding('tellViolation', (_source, violation: Violation) => void violations.push(violation));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const { tellViolation } = globalThis as unknown as { tellViolation: (violation: Violation) => void };
      tellViolation({ directive: effectiveDirective, blocked: blockedURI, sample, page: location.pathname });
    });
  });
};

/**
 * Every journey runs under the page's Content-Security-Policy with Trusted Types: what the browser refuses, or reports,
 * fails the journey that did it.
 */
export const test = base.extend<{ violations: Violation[] }, { watchedContexts: null }>({
  // The contexts that journeys open by themselves are watched too.
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
