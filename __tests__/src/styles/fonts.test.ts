import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string) => readFileSync(join(process.cwd(), file), 'utf8');

const lettersOf = (ranges: string): Set<string> =>
  new Set(
    ranges.split(',').flatMap((range) => {
      const [from = '', to = from] = range.trim().replace('U+', '').split('-');
      const first = parseInt(from, 16);
      return Array.from({ length: parseInt(to, 16) - first + 1 }, (_, at) => String.fromCodePoint(first + at));
    }),
  );

const faces = [
  ...read('src/styles/fonts.css').matchAll(
    /(inter-latin(?:-ext)?)-wght-normal\.woff2(\?interface)?[^}]*?unicode-range:([^;]+);/g,
  ),
];
const small = faces.filter(([, , isSmall]) => isSmall);
const covered = new Set(small.flatMap(([, , , ranges]) => [...lettersOf(ranges!)]));

test('the subset font files follow the full ones in the style sheet, because the last match wins', () => {
  expect(faces.map(([, , isSmall]) => Boolean(isSmall))).toEqual([false, false, true, true]);
});

test.each(['tr', 'en', 'es'])('the subset covers every character of the %s texts', (language) => {
  const texts = Object.values(JSON.parse(read(`i18n/${language}.json`)) as Record<string, string>).join('');
  expect([...new Set(texts)].filter((letter) => letter > ' ' && !covered.has(letter))).toEqual([]);
});

test('the build subsets the font to the range in the style sheet', () => {
  const source = read('scripts/subsetFont.mjs');
  for (const letter of '¡«°·»¿ÁÂÇÉÍÎÑÓÖ×ÚÛÜáâçéíîñóöúûü–—‘’“”•…‹›€−ıĞğİŞş₺') {
    expect(source).toContain(letter);
    expect(covered).toContain(letter);
  }
  expect(source).toContain('range(0x20, 0x7e)');
  expect(covered.size).toBe(0x7e - 0x20 + 1 + 32 + 19);
});
