import { clipped, pseudoText, speakPseudo } from './access/pseudo';
import { VIEWS } from './access/views';
import { signInAs } from './support/session';
import { settled } from './support/settled';
import { expect, test } from './support/test';

const WIDTHS = [1280, 768, 360];

test.use({ locale: 'en', contextOptions: { reducedMotion: 'reduce' } });

for (const { name, role, open } of VIEWS) {
  test(`texts that are 40% longer are not clipped: ${name} (${role})`, async ({ page }) => {
    if (role !== 'guest') await signInAs(page, role);
    await speakPseudo(page);
    await open({ page, go: (path) => page.goto(`/dashboard${path}`), t: pseudoText });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      // Long lists measure their rows again after a change of width.
      await settled(page);
      await expect.poll(() => clipped(page, `${width} px`)).toEqual([]);
    }
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });

  test('a page that is wider than the screen is reported', async ({ page }) => {
    const html = (width: number) =>
      `<meta name="viewport" content="width=device-width"><p style="width: ${width}px">Wide</p>`;
    await page.setContent(html(459));
    expect(await clipped(page, 'phone')).toContainEqual(expect.stringContaining('px wide'));
    await page.setContent(html(300));
    expect(await clipped(page, 'phone')).toEqual([]);
  });
});
