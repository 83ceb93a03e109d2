import { readFile } from 'node:fs/promises';
import { once } from './once';
import { fromRoot } from './root';
import { openFont } from './shaper';

const WEIGHTS = { regular: 400, bold: 700 } as const;
export type Weight = keyof typeof WEIGHTS;

/** A font as documents register it. */
export interface PdfFont {
  name: string;
  bytes: Buffer;
  shaping: Awaited<ReturnType<typeof openFont>>;
}

/** One of the files into which a family is cut. */
interface Part {
  file: string;
  ranges: readonly (readonly [from: number, to: number])[];
}

/** Families of scripts that DejaVu Sans lacks. Those of East Asia come last, because they claim signs of the others. */
const EAST_ASIAN = ['sc', 'kr', 'jp'] as const;
const OTHERS = [
  ...['thai', 'khmer', 'myanmar', 'ethiopic', 'thaana'],
  ...['devanagari', 'bengali', 'gurmukhi', 'gujarati', 'oriya', 'tamil', 'telugu', 'kannada', 'malayalam', 'sinhala'],
];
const FAMILIES = [...OTHERS, ...EAST_ASIAN];

const folderOf = (family: string): string => fromRoot('node_modules/@fontsource-variable', `noto-sans-${family}`);

const rangeOf = (text: string): readonly [number, number] => {
  const [from = '', to = from] = text.replace('U+', '').split('-');
  return [parseInt(from, 16), parseInt(to, 16)];
};

const partsOf = async (family: string): Promise<Part[]> => {
  const ranges = JSON.parse(await readFile(`${folderOf(family)}/unicode.json`, 'utf8')) as Record<string, string>;
  return Object.entries(ranges).map(([subset, list]) => ({
    file: `${folderOf(family)}/files/noto-sans-${family}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`,
    ranges: list.split(',').map(rangeOf),
  }));
};

const readFamilies = once(
  async () => new Map(await Promise.all(FAMILIES.map(async (family) => [family, await partsOf(family)] as const))),
);

const hasIn = ({ ranges }: Part, code: number): boolean => ranges.some(([from, to]) => from <= code && code <= to);

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/** Returns which family draws Han: the Japanese or Korean one where the text has letters of that language. */
const hanFamily = (text: string): (typeof EAST_ASIAN)[number] => {
  if (KANA.test(text)) return 'jp';
  return HANGUL.test(text) ? 'kr' : 'sc';
};

/** Opens a part in one weight, as TrueType, which every reader of PDFs knows. pdfkit embeds only the glyphs that are used. */
const open = async ({ file }: Part, weight: Weight): Promise<Omit<PdfFont, 'name'>> => {
  const [{ default: subsetFont }, packed] = await Promise.all([import('subset-font'), readFile(file)]);
  const options = { keepAllGlyphs: true, targetFormat: 'truetype', variationAxes: { wght: WEIGHTS[weight] } } as const;
  const bytes = await subsetFont(packed, undefined, options);
  return { bytes, shaping: await openFont(bytes) };
};

/** The characters of a document that its first fonts lack, by weight. */
export type Missing = Record<Weight, Set<string>>;

export interface Extra {
  fonts: PdfFont[];
  /** Returns the name of the font that has a character; undefined for one that no font has. */
  nameOf(character: string, weight: Weight): string | undefined;
}

/** Opens the fonts of the missing characters: only the parts of the families that have them. */
export const extraFonts = async (missing: Missing): Promise<Extra> => {
  const known = await readFamilies();
  const han = hanFamily([...missing.regular, ...missing.bold].join(''));
  const familiesFor = (character: string) => {
    const first = HANGUL.test(character) ? 'kr' : han;
    return [...OTHERS, first, ...EAST_ASIAN];
  };
  const fonts: PdfFont[] = [];
  const names = new Map<string, string>();
  for (const weight of ['regular', 'bold'] as const) {
    const byPart = new Map<Part, string[]>();
    for (const character of missing[weight]) {
      const code = character.codePointAt(0)!;
      const part = familiesFor(character)
        .flatMap((family) => known.get(family)!)
        .find((one) => hasIn(one, code));
      if (part) byPart.set(part, [...(byPart.get(part) ?? []), character]);
    }
    for (const [part, characters] of byPart) {
      const name = `extra-${fonts.length}`;
      fonts.push({ name, ...(await open(part, weight)) });
      for (const character of characters) names.set(weight + character, name);
    }
  }
  return { fonts, nameOf: (character, weight) => names.get(weight + character) };
};

export interface Base {
  fonts: PdfFont[];
  has(character: string, weight: Weight): boolean;
}

const openFile = async (name: Weight, file: string): Promise<PdfFont> => {
  const bytes = await readFile(fromRoot('node_modules/dejavu-fonts-ttf/ttf', `${file}.ttf`));
  return { name, bytes, shaping: await openFont(bytes) };
};

/**
 * DejaVu Sans has the letters of the three languages and of Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic; its
 * licence and that of Noto allow embedding (docs/decisions/0016-exports.md).
 */
export const readBase = once(async (): Promise<Base> => {
  const [regular, bold] = await Promise.all([openFile('regular', 'DejaVuSans'), openFile('bold', 'DejaVuSans-Bold')]);
  const fonts = { regular, bold };
  return {
    fonts: [regular, bold],
    has: (character, weight) => fonts[weight].shaping.has(character),
  };
});
