import { clipped, pseudoText, speakPseudo } from './access/pseudo';
import { VIEWS } from './access/views';
import { stateOf } from './support/signedIn';
import { expect, test } from './support/test';

/** `npm run pseudo` looks at all views; `npm test` each day at others of them. */
const ALL = process.env.PSEUDO_ALL === '1';
const PARTS = 16;
const today = Math.floor(Date.now() / 86_400_000) % PARTS;
const WIDTHS = [1280, 768, 360];

for (const { name, role, open } of VIEWS.filter((_, at) => ALL || at % PARTS === today)) {
  test(`nothing is clipped in texts 40 % longer: ${name} (${role})`, async ({ browser }) => {
    const context = await browser.newContext({
      storageState: await stateOf(browser, role),
      locale: 'en',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await speakPseudo(page);
    await open({ page, go: (path) => page.goto(`/dashboard${path}`), t: pseudoText });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      // What changes with the width is drawn in the next frames, and a long list is measured anew.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));
      await expect.poll(() => clipped(page, `${width} px`), { timeout: 3_000 }).toEqual([]);
    }
    await context.close();
  });
}
