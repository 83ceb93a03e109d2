import { expect, type Locator, type Page } from '@playwright/test';

/** Frames without a change after which the scripts that lay a page out have finished. */
const STILL_FRAMES = 4;
/** Frames after which a page that never stops changing counts as settled. */
const MAX_FRAMES = 300;

/** Waits until neither the elements of the page nor its size change from one drawn frame to the next. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(
    async ([stillFrames, maxFrames]) => {
      const look = () => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth, scrollHeight, document.body.innerHTML.length].join();
      };
      let before = '';
      for (let frame = 0, still = 0; still < stillFrames && frame < maxFrames; frame += 1) {
        await new Promise(requestAnimationFrame);
        const now = look();
        still = now === before ? still + 1 : 0;
        before = now;
      }
    },
    [STILL_FRAMES, MAX_FRAMES] as const,
  );

/**
 * Scrolls the window at once. A turn of the wheel scrolls later, and so takes away the row that a journey has found
 * meanwhile.
 */
export const scrollDown = (page: Page, pixels: number): Promise<void> =>
  page.evaluate((top) => scrollBy({ top, behavior: 'instant' }), pixels);

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns where an element is. A render may replace the element that was found; then this finds the new one. */
export const boxOf = async (locator: Locator): Promise<Box> => {
  const found: { box: Box | null } = { box: null };
  await expect.poll(async () => (found.box = await locator.boundingBox()), { message: String(locator) }).not.toBeNull();
  return found.box!;
};
