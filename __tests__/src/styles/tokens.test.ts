import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(process.cwd(), 'src/styles/tokens.css'), 'utf8');

const tokens = [...css.slice(0, css.indexOf('}')).matchAll(/--([\w-]+):\s*([^;]+);/g)];

/** Returns the colours of a theme: the first or the second of `light-dark(…)`. */
const themeOf = (at: 1 | 2): Record<string, string> =>
  Object.fromEntries(
    tokens.map(([, name, value]) => [name!, /^light-dark\((.+), (.+)\)$/.exec(value!)?.[at] ?? value!]),
  );

const light = themeOf(1);
const dark = themeOf(2);

const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};

const contrast = (one: string, other: string): number => {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high! + 0.05) / (low! + 0.05);
};

/** Every pair of text colour and background that a style sheet combines. */
const TEXT_PAIRS: [string, string][] = [
  ...['page', 'surface', 'surface-sunken', 'surface-hover'].flatMap((ground): [string, string][] => [
    ['ink', ground],
    ['ink-soft', ground],
    ['action', ground],
    ['accent', ground],
    ['success-text', ground],
  ]),
  ['warning', 'page'],
  ['warning', 'surface'],
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ['action-soft-ink', 'action-soft'],
  ['on-success', 'success'],
  ['success-soft-ink', 'success-soft'],
  ['warning-soft-ink', 'warning-soft'],
  ['accent-soft-ink', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['on-inverse', 'inverse'],
  ...[1, 2, 3, 4].map((at): [string, string] => [`package-${at}`, 'surface']),
];

const SHAPE_PAIRS: [string, string][] = [
  ['line-strong', 'page'],
  ['line-strong', 'surface'],
  ['focus', 'page'],
  ['focus', 'surface'],
  ['focus', 'surface-sunken'],
  ['brand', 'page'],
  ['brand', 'surface'],
  ['on-brand', 'brand'],
  ['success-text', 'surface-sunken'],
  ['ink-soft', 'surface-sunken'],
];

test('every token is used', () => {
  const source = join(process.cwd(), 'src');
  const used = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|tsx?)$/.test(file))
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .join();
  const names = new Set([...css.matchAll(/^\s+(--[\w-]+):/gm)].map(([, name]) => name!));
  expect(names.size).toBeGreaterThan(50);
  expect([...names].filter((name) => !used.includes(`var(${name})`) && !used.includes(`var(${name},`))).toEqual([]);
});

describe('colour tokens', () => {
  it('contain the fixed colours of the product', () => {
    expect(light).toMatchObject({ brand: '#ff1937', success: '#00cc1c' });
    expect(dark).toMatchObject({ brand: '#ff1937', success: '#00cc1c' });
  });

  it('follow the device until the user chooses a theme', () => {
    const schemes = [...css.matchAll(/(:root[^{]*) \{\s*color-scheme: ([^;]+);/g)].map(([, root, scheme]) => [
      root,
      scheme,
    ]);
    expect(schemes).toEqual([
      [':root', 'light'],
      [':root', 'light dark'],
      [":root[data-theme='light']", 'light'],
      [":root[data-theme='dark']", 'dark'],
    ]);
  });

  it('have a dark value for every colour but the ones that both themes share', () => {
    const shared = Object.keys(light).filter((name) => light[name]!.startsWith('#') && light[name] === dark[name]);
    expect(shared).toEqual(['brand', 'on-brand', 'success', 'on-success']);
  });

  describe.each([
    ['light', light],
    ['dark', dark],
  ])('%s', (_name, theme) => {
    it.each(TEXT_PAIRS)('%s on %s has the contrast of text (4.5:1)', (ink, ground) => {
      expect(contrast(theme[ink]!, theme[ground]!)).toBeGreaterThanOrEqual(4.5);
    });

    it.each(SHAPE_PAIRS)('%s on %s has the contrast of shapes (3:1)', (ink, ground) => {
      expect(contrast(theme[ink]!, theme[ground]!)).toBeGreaterThanOrEqual(3);
    });
  });
});
