import type http from 'node:http';
import type { Page } from '@playwright/test';

/** When journeys begin, unless a file says otherwise: a Wednesday noon in the marketplace's zone. */
export const NOON = '2026-11-25T12:00:00+03:00';

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

type Scope = typeof globalThis & { unshiftDate?: () => void };

/** Shifts `Date` of a page or a Node process by so many milliseconds. It is sent there as text and so uses no imports. */
export const shiftDate = (milliseconds: number): void => {
  const scope = globalThis as Scope;
  // A new frame runs the script of its empty document and of its page in the same window.
  if (scope.unshiftDate) return;
  const MachineDate = Date;
  const machineNow = Date.now;
  const shiftedNow = () => machineNow() + milliseconds;
  MachineDate.now = shiftedNow;
  scope.Date = new Proxy(MachineDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [shiftedNow()] : given, newTarget) as Date,
    apply: (target) => new target(shiftedNow()).toString(),
  });
  scope.unshiftDate = () => {
    MachineDate.now = machineNow;
    scope.Date = MachineDate;
    scope.unshiftDate = () => undefined;
  };
};

/**
 * Lets a server name its shifted time in its responses, which Node takes from the machine. Sent as text, too; it gets
 * the module `node:http`.
 */
export const stampResponses = ({ ServerResponse }: typeof http): void => {
  const { prototype } = ServerResponse;
  prototype.writeHead = new Proxy(prototype.writeHead, {
    apply: (target, response: http.ServerResponse, given) => {
      response.setHeader('date', new Date().toUTCString());
      return Reflect.apply(target, response, given);
    },
  });
};

const DAY_MS = 86_400_000;

/** The day in the marketplace’s zone that is so many days from now, as `YYYY-MM-DD`. */
export const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Istanbul' }).format(now() + days * DAY_MS);

/**
 * Lets the journey move the timers and the clock of the pages of this context. They go on from the journey's time, and
 * Playwright's clock expects a `Date` that nobody else has shifted.
 */
export const installClock = async (page: Page): Promise<void> => {
  const context = page.context();
  const unshift = () => (globalThis as Scope).unshiftDate?.();
  await context.addInitScript(unshift);
  for (const one of context.pages()) await one.evaluate(unshift);
  await page.clock.install({ time: now() });
};
