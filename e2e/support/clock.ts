import type { Page } from '@playwright/test';
import { DAY, HOUR } from '../../contract/constants/time';

/** Milliseconds between the clock of this machine and that of the journey. */
let offset = 0;

/** Starts the journey's clock at this time; it runs on from there. */
export const startClock = (startsAt: string): void => {
  offset = Date.parse(startsAt) - Date.now();
};

/** Milliseconds by which a process or a page that starts now must shift its clock. */
export const clockOffset = (): number => offset;

/** The journey's time in milliseconds since 1970, which its server and its pages share. */
export const now = (): number => Date.now() + offset;

/** The day in the marketplace’s zone that is so many days from now, as `YYYY-MM-DD`. */
export const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Istanbul' }).format(now() + days * DAY);

/** Makes the clock of the page's device wrong by so many hours. */
export const setClockWrong = (page: Page, hours: number): Promise<unknown> =>
  page.addInitScript((ms) => {
    /* oxlint-disable no-restricted-properties -- the device's clock itself */
    const read = Date.now.bind(Date);
    Date.now = () => read() + ms;
    /* oxlint-enable no-restricted-properties */
  }, hours * HOUR);

/**
 * Lets the journey move the timers and the clock of the pages of this context. They go on from the journey's time, and
 * Playwright's clock expects a `Date` that nobody else has shifted.
 */
export const installClock = async (page: Page): Promise<void> => {
  const context = page.context();
  const unshift = () => (globalThis as typeof globalThis & { unshiftDate?: () => void }).unshiftDate?.();
  await context.addInitScript(unshift);
  for (const one of context.pages()) await one.evaluate(unshift);
  await page.clock.install({ time: now() });
};
