import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(process.cwd(), 'src');
/** These files define the scales. */
const DEFINING = ['styles/tokens.css', 'styles/fonts.css'];

interface Declaration {
  at: string;
  property: string;
  value: string;
}

const declarations: Declaration[] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css') && !DEFINING.includes(file))
  .flatMap((file) =>
    readFileSync(join(SOURCE, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const [, property, value] = /^\s*([a-z-]+):\s*(.+);/.exec(line) ?? [];
        return property && value ? [{ at: `${file}:${index + 1}`, property, value }] : [];
      }),
  );

const breaking = (property: RegExp, isRight: (value: string) => boolean): string[] =>
  declarations
    .filter((one) => property.test(one.property) && !isRight(one.value))
    .map(({ at, property: name, value }) => `${at} ${name}: ${value}`);

const pixels = (value: string): number[] => [...value.matchAll(/([\d.]+)px/g)].map(([, number]) => Number(number));

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
const contentOf = (file: string): string => readFileSync(join(SOURCE, file), 'utf8');

test('layouts change only at the widths that tokens.css names', () => {
  const WIDTHS = ['359', '767', '1023', '1199'].map((width) => `max-width: ${width}px`);
  const named = [...WIDTHS, 'min-width: 768px', 'min-width: 1200px'];
  const used = files.flatMap((file) =>
    [...contentOf(file).matchAll(/@media[^{]*/g)].flatMap(([query]) =>
      [...query.matchAll(/(?:min|max)-width: [^)]*/g)].map(([width]) => ({ file, width })),
    ),
  );
  expect(used.length).toBeGreaterThan(40);
  expect(used.filter(({ width }) => !named.includes(width))).toEqual([]);
});

/** Splits a selector at its combinators. Arguments in parentheses are left out, but those with `:has()` leave it. */
const compoundsOf = (selector: string): string[] => {
  const outer = selector.replace(/\(([^()]*)\)/g, (_, inner: string) => (inner.includes(':has') ? ':has' : ''));
  return outer === selector ? outer.split(/[\s>+~]+/) : compoundsOf(outer);
};

test('what an element has decides about no elements of any kind in it: each change would style the whole page again', () => {
  const selectors = files.flatMap((file) =>
    [...contentOf(file).matchAll(/([^{};/]+)\{/g)].flatMap(([, list]) =>
      list!
        .replace(/:global\(([^()]+)\)/g, '$1')
        .split(/,(?![^(]*\))/)
        .map((one) => ({ file, selector: one.trim() })),
    ),
  );
  const inside = selectors.filter(({ selector }) => compoundsOf(selector).slice(0, -1).join().includes(':has'));
  expect(inside.length).toBeGreaterThan(10);
  const isOfAnyKind = (selector: string) => /^(\*|:(?!is|where|has)[\w-]+)/.test(compoundsOf(selector).at(-1)!);
  expect(inside.filter(({ selector }) => isOfAnyKind(selector))).toEqual([]);
});

test('a style sheet has at most 300 lines', () => {
  expect(files.filter((file) => contentOf(file).split('\n').length > 301)).toEqual([]);
});

describe('style sheets use the scales', () => {
  it('reads all style sheets', () => expect(declarations.length).toBeGreaterThan(1500));

  it('has one type scale: 12, 14, 16, 20, 24, 32', () => {
    // Enlarged text may end at a limit, where a bar or a card keeps its height.
    const isStep = (value: string) =>
      /^(var\(--(size-\d+|body)\)|min\(var\(--(size-\d+|body)\), .+\)|inherit|100%|[\d.]+em)$/.test(value);
    expect(breaking(/^font-size$/, isStep)).toEqual([]);
  });

  it('has one spacing scale: multiples of 4, and 1 and 2 for fine lines', () => {
    const isStep = (value: string) => pixels(value).every((number) => number <= 2 || number % 4 === 0);
    expect(breaking(/^(padding|margin|gap|row-gap|column-gap)(-|$)/, isStep)).toEqual([]);
  });

  it('uses the radii of the tokens, and smaller ones only for elements of a few pixels', () => {
    expect(breaking(/^border-radius$/, (value) => pixels(value).every((number) => number <= 4))).toEqual([]);
  });

  it('takes every colour from the tokens', () => {
    const isToken = (value: string) => !/#[\da-f]{3,8}\b|\b(rgb|hsl)a?\(/i.test(value);
    expect(breaking(/^(color|background|border|fill|stroke|outline|box-shadow|text-shadow)(-|$)/, isToken)).toEqual([]);
  });
});
