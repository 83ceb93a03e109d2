import { appendFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';

/** One press or key, or a part of one, as the browser measured it (Event Timing). */
export interface Interaction {
  /** Identifies the document and the press in it. */
  id: string;
  /** Milliseconds from the press until the page showed its result. */
  ms: number;
  /** The presses and keys of this document so far, with those too short for the browser to report. */
  count: number;
  document: number;
  what: string;
}

/** The file that `npm run bench -- interactions` reads. Without it, journeys run at full speed and measure nothing. */
const FILE = process.env.INTERACTIONS_FILE;
const SLOWDOWN = 4;

const slowDown = async (page: Page): Promise<void> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
};

const report = () => {
  const { tellInteraction } = globalThis as unknown as { tellInteraction: (one: Interaction) => void };
  const document = performance.timeOrigin;
  let count = 0;
  const add = (event: Event) => void (count += event instanceof KeyboardEvent && event.repeat ? 0 : 1);
  for (const type of ['pointerup', 'keydown']) addEventListener(type, add, true);
  const observer = new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, target } of list.getEntries() as PerformanceEventTiming[]) {
      if (!interactionId) continue;
      const element = target instanceof Element ? `${target.tagName.toLowerCase()} ${target.textContent}` : 'nothing';
      const what = `${name} on ${element.slice(0, 60)}, ${location.pathname}`;
      tellInteraction({ id: `${document} ${interactionId}`, ms: duration, count, document, what });
    }
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
};

/** Slows the pages of a context down and writes how long each of their interactions takes. */
export const watchInteractions = async (context: BrowserContext): Promise<void> => {
  if (!FILE) return;
  await context.exposeBinding('tellInteraction', (_source, one: Interaction) =>
    appendFileSync(FILE, `${JSON.stringify(one)}\n`),
  );
  await context.addInitScript(report);
  context.on('page', (page) => void slowDown(page));
};
