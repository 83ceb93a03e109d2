import { expect, test as base, type BrowserContext } from '@playwright/test';

export interface Violation {
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
  await context.exposeBinding('tellViolation', (_source, violation: Violation) => void violations.push(violation));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const { tellViolation } = globalThis as unknown as { tellViolation: (violation: Violation) => void };
      tellViolation({ directive: effectiveDirective, blocked: blockedURI, sample, page: location.pathname });
    });
  });
};

/**
 * Journeys run under the page’s Content-Security-Policy with Trusted Types. A violation fails the journey that caused
 * it.
 */
export const test = base.extend<{ violations: Violation[] }, { watchedContexts: null }>({
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
