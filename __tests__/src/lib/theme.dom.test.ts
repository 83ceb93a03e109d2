import { readFileSync } from 'node:fs';
import { readStoredTheme, showTheme } from '../../../src/lib/theme';

const page = readFileSync('public/index.html', 'utf8');

afterEach(() => {
  showTheme('system');
  document.head.innerHTML = '';
});

test.each([
  [null, 'system'],
  ['not JSON', 'system'],
  ['{"chosenLocale":"\\"en\\""}', 'system'],
  ['{"theme":"\\"dark\\"","_persist":"{}"}', 'dark'],
])('reads the theme of %p as %s', (stored, theme) => expect(readStoredTheme(() => stored)).toBe(theme));

test('a storage that cannot be read follows the device', () => {
  expect(
    readStoredTheme(() => {
      throw new Error('denied');
    }),
  ).toBe('system');
});

test.each([
  ['dark', 'dark', ['not all', 'all']],
  ['light', 'light', ['all', 'not all']],
  ['system', undefined, ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
  ['unknown', undefined, ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
])('%s colours the page and the browser’s bar', (theme, attribute, media) => {
  document.head.innerHTML = (page.match(/<meta name="theme-color"[^>]*>/g) ?? []).join('');
  showTheme(theme);
  expect(document.documentElement.dataset.theme).toBe(attribute);
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  expect(metas.map((meta) => meta.media)).toEqual(media);
});

test('the script runs before the styles and the body, which the browser may paint', () => {
  const script = page.indexOf("inlineScript(compilation, 'theme')");
  expect(script).toBeGreaterThan(0);
  expect(script).toBeLessThan(page.indexOf('<style>'));
  expect(script).toBeLessThan(page.indexOf('<body>'));
});
