import { readFile } from 'node:fs/promises';
import { once } from './once';
import { fromRoot } from './environment';
import { openFont } from './shaper';
import type { Language } from '../../contract/constants/options';
import { addFont, heightOf, printable, useInk, write, type Document, type Ink } from './pdfText';

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

/**
 * Font families for scripts that DejaVu Sans lacks. Those of East Asia come last: they also have signs of other
 * scripts.
 */
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

/** Opens a part in one weight, as TrueType, which every PDF reader supports. pdfkit embeds only the used glyphs. */
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

export { write, type Document };

export type Fact = readonly [label: string, value: string];

/** The margin in points, 2 cm. */
export const MARGIN = 56;
const LABEL_WIDTH = 150;
const ROOM_AFTER_HEADING = 64;
export const COLOURS = { text: '#1b1f2a', quiet: '#5b6472', line: '#d5d9e0', mark: '#d90f2b' } as const;

/** Returns the points between the margins. */
export const widthOf = (doc: Document): number => doc.page.width - 2 * MARGIN;
const bottomOf = (doc: Document): number => doc.page.height - doc.page.margins.bottom;

/** Starts a new page when fewer than `height` points are left on this one. */
export const roomFor = (doc: Document, height: number): void => {
  if (doc.y + height > bottomOf(doc)) doc.addPage();
};

/** Draws a section's heading and keeps it on the page of the following line. */
export const heading = (doc: Document, text: string): void => {
  doc.moveDown(0.9);
  roomFor(doc, ROOM_AFTER_HEADING);
  write(doc, text, { x: MARGIN, size: 11, weight: 'bold', colour: COLOURS.mark, width: widthOf(doc) });
  const y = doc.y + 2;
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(doc), y)
    .lineWidth(0.7)
    .strokeColor(COLOURS.line)
    .stroke();
  doc.y = y + 6;
};

/** Draws a text over the whole width. */
export const paragraph = (doc: Document, text: string, colour: string = COLOURS.text): void =>
  write(doc, text, { x: MARGIN, size: 10, colour, width: widthOf(doc), lineGap: 2, align: 'start' });

const factList = (doc: Document, facts: readonly Fact[]): void => {
  for (const [label, value] of facts) {
    const name = { size: 10, width: LABEL_WIDTH - 10 };
    const fact = { size: 10, width: widthOf(doc) - LABEL_WIDTH };
    const height = Math.max(heightOf(doc, label, name), heightOf(doc, value, fact));
    roomFor(doc, Math.min(height, bottomOf(doc) - MARGIN));
    const top = doc.y;
    write(doc, label, { ...name, x: MARGIN, colour: COLOURS.quiet });
    const afterLabel = doc.y;
    write(doc, value, { ...fact, x: MARGIN + LABEL_WIDTH, y: top, colour: COLOURS.text });
    doc.y = Math.max(doc.y, afterLabel) + 3;
  }
};

/** Draws a heading with its facts; draws nothing without facts. */
export const section = (doc: Document, title: string, facts: readonly Fact[]): void => {
  if (facts.length === 0) return;
  heading(doc, title);
  factList(doc, facts);
};

/** Draws the name and the page number at the foot of each page. */
const footers = (doc: Document, name: string, template: string): void => {
  const { start, count } = doc.bufferedPageRange();
  for (let at = start; at < start + count; at += 1) {
    doc.switchToPage(at);
    // Text below the margin would start a new page.
    doc.page.margins.bottom = 0;
    const page = template.replace('{page}', String(at + 1)).replace('{pages}', String(count));
    const y = doc.page.height - MARGIN + 18;
    const line = { size: 8, colour: COLOURS.quiet, maxHeight: 12 };
    write(doc, name, { ...line, x: MARGIN, y, width: widthOf(doc) - 120 });
    doc.font('regular').fontSize(8).fillColor(COLOURS.quiet);
    doc.text(page, doc.page.width - MARGIN - 110, y, { width: 110, align: 'right', lineBreak: false });
  }
};

interface PdfOptions {
  title: string;
  language: Language;
  now: Date;
  /**
   * The foot of each page: a name, and a text with {page} and {pages}. Without a footer, the drawing has the whole
   * page.
   */
  footer?: { name: string; page: string };
  size?: 'A4' | 'A6';
}

type Draw = (doc: Document) => void;

interface Drawn {
  bytes: Buffer;
  /** The characters without a font. */
  missing: Ink['missing'];
}

/** Draws a document with the given fonts. */
const drawWith = async (extra: Extra | null, options: PdfOptions, draw: Draw): Promise<Drawn> => {
  const { title, language, now, footer, size = 'A4' } = options;
  // Loaded with the first document, to save the memory of an idle server.
  const [{ default: PdfDocument }, { default: bidiFactory }, base] = await Promise.all([
    import('pdfkit'),
    import('bidi-js'),
    readBase(),
  ]);
  const doc = new PdfDocument({
    size,
    margin: footer ? MARGIN : 0,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: printable(title), CreationDate: now, ModDate: now },
  });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
  });
  for (const font of [...base.fonts, ...(extra?.fonts ?? [])]) addFont(doc, font);
  const missing = { regular: new Set<string>(), bold: new Set<string>() };
  useInk(doc, { bidi: bidiFactory(), base, extra, missing });
  draw(doc);
  if (footer) footers(doc, footer.name, footer.page);
  doc.end();
  return { bytes: await whole, missing };
};

/**
 * Creates a PDF with embedded fonts, drawn by `draw`; A4 by default. Calls `draw` again where the first fonts lack
 * characters.
 */
export const pdfOf = async (options: PdfOptions, draw: Draw): Promise<Buffer> => {
  const { bytes, missing } = await drawWith(null, options, draw);
  if (missing.regular.size + missing.bold.size === 0) return bytes;
  const extra = await extraFonts(missing);
  try {
    return (await drawWith(extra, options, draw)).bytes;
  } finally {
    for (const { shaping } of extra.fonts) shaping.close();
  }
};
