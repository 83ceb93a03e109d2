import type { Bidi } from 'bidi-js';
import { JOINERS } from '../../contract/constants/cleanText';
import type { Base, Extra, Missing, PdfFont, Weight } from './pdf';
import type { Direction, Shaped } from './shaper';

export type Document = PDFKit.PDFDocument;

/** The fonts for the texts of one document, and the characters that they lack. */
export interface Ink {
  bidi: Bidi;
  base: Base;
  extra: Extra | null;
  missing: Missing;
}

const inks = new WeakMap<Document, Ink>();
export const useInk = (doc: Document, ink: Ink): void => void inks.set(doc, ink);

interface TextStyle {
  size: number;
  weight?: Weight;
  width: number;
  lineGap?: number;
}

interface TextBox extends TextStyle {
  x: number;
  /** Where the text begins; by default below the one before. */
  y?: number;
  colour: string;
  /** `start` is the right side for texts that read from right to left. */
  align?: 'left' | 'center' | 'start';
  /** The largest height: a higher text is drawn smaller and then cut off. */
  maxHeight?: number;
}

const SMALLEST = 6;

/** Characters that the fonts lack or that cannot be printed. */
const UNPRINTABLE = /[\p{Extended_Pictographic}\p{Surrogate}\p{Co}\ufe0f]|(?![\n])\p{Cc}/gu;
/** Digits and signs to keep although Unicode counts them as pictographs. */
const KEPT = /[\d#*©®™]/;
/** Removes the characters that the fonts lack, and the joiners of pictures. */
export const printable = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(UNPRINTABLE, (sign) => (KEPT.test(sign) ? sign : ''))
    .replace(JOINERS, '');

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });
const split = (segmenter: Intl.Segmenter, text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\s]/u;

/** Returns the font of a grapheme. Adds a grapheme that no font has to the missing ones. */
const fontOf = ({ base, extra, missing }: Ink, grapheme: string, weight: Weight): string => {
  const unknown = [...grapheme].find((one) => !base.has(one, weight) && !IGNORABLE.test(one));
  if (unknown === undefined) return weight;
  if ([...grapheme].every((one) => base.has(one, 'regular'))) return 'regular';
  for (const one of grapheme) missing[weight].add(one);
  return extra?.nameOf(unknown, weight) ?? weight;
};

interface Run {
  text: string;
  font: string;
  level: number;
}

const runsOf = (ink: Ink, text: string, levels: Uint8Array, weight: Weight): Run[] => {
  const runs: Run[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const level = levels[index]!;
    const font = fontOf(ink, segment, weight);
    const last = runs.at(-1);
    if (last && last.font === font && last.level === level) last.text += segment;
    else runs.push({ text: segment, font, level });
  }
  return runs;
};

/** Returns runs from left to right: rule L2 of the Unicode Bidirectional Algorithm. */
const visualOrder = (runs: readonly Run[]): Run[] => {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while (end < ordered.length && ordered[end]!.level >= level) end += 1;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  return ordered;
};

/**
 * Texts with these options are shaped as a whole, by HarfBuzz: pdfkit itself shapes word by word from the left, and not
 * every script.
 */
const SHAPED: Record<Direction, { features: []; lineBreak: false }> = {
  ltr: { features: [], lineBreak: false },
  rtl: { features: [], lineBreak: false },
};
const optionsOf = ({ level }: Run) => SHAPED[level % 2 === 1 ? 'rtl' : 'ltr'];

/** The method by which pdfkit shapes a text, which its types lack. */
interface OpenedFont {
  layout(text: string, features?: unknown, ...rest: unknown[]): Shaped;
}

/** Adds a font to a document. */
export const addFont = (doc: Document, { name, bytes, shaping }: PdfFont): void => {
  doc.registerFont(name, bytes).font(name);
  const { font } = (doc as unknown as { _font: { font: OpenedFont } })._font;
  const own = font.layout.bind(font);
  font.layout = (text, features, ...rest) => {
    const direction = (['ltr', 'rtl'] as const).find((one) => SHAPED[one].features === features);
    return direction ? shaping.shape(text, direction) : own(text, features, ...rest);
  };
};

const widthOfRuns = (doc: Document, runs: readonly Run[], size: number): number =>
  runs.reduce((sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text, optionsOf(run)), 0);

const piecesOf = (paragraph: string): string[] =>
  paragraph.split(/(?<=\s)/).flatMap((piece) => (UNSPACED.test(piece) ? split(words, piece) : [piece]));

interface Line {
  runs: Run[];
  width: number;
  isRtl: boolean;
}

/** Breaks a paragraph into lines between words, and within a word that is wider than a line. */
const linesOf = (
  doc: Document,
  ink: Ink,
  paragraph: string,
  { size, weight = 'regular', width }: TextStyle,
): Line[] => {
  const levels = ink.bidi.getEmbeddingLevels(paragraph, 'auto');
  const isRtl = (levels.paragraphs[0]?.level ?? 0) % 2 === 1;
  const lineOf = (start: number, end: number): Line => {
    const text = paragraph.slice(start, end).trimEnd();
    const runs = runsOf(ink, text, levels.levels.subarray(start), weight);
    return { runs, width: widthOfRuns(doc, runs, size), isRtl };
  };
  const lines: Line[] = [];
  let [start, end] = [0, 0];
  const add = (piece: string): void => {
    if (end > start && lineOf(start, end + piece.length).width > width) {
      lines.push(lineOf(start, end));
      start = end;
    }
    end += piece.length;
  };
  for (const piece of piecesOf(paragraph)) {
    if (lineOf(end, end + piece.length).width <= width) add(piece);
    else for (const grapheme of split(graphemes, piece)) add(grapheme);
  }
  return [...lines, lineOf(start, end)];
};

/** Line height of scripts whose lines are higher than those of DejaVu Sans. */
const LINE_HEIGHT = 1.4;
const ASCENT = 0.95;

const isSimple = (ink: Ink, text: string, weight: Weight): boolean =>
  !RIGHT_TO_LEFT.test(text) && [...text].every((one) => ink.base.has(one, weight) || IGNORABLE.test(one));

const layOut = (doc: Document, text: string, style: TextStyle): Line[] | null => {
  const ink = inks.get(doc)!;
  if (isSimple(ink, text, style.weight ?? 'regular')) return null;
  return text.split('\n').flatMap((paragraph) => linesOf(doc, ink, paragraph, style));
};

/** Returns the height of a text in points. */
export const heightOf = (doc: Document, text: string, style: TextStyle): number => {
  const { size, weight = 'regular', width, lineGap = 0 } = style;
  const shown = printable(text);
  const lines = layOut(doc, shown, style);
  if (lines) return lines.length * (size * LINE_HEIGHT + lineGap);
  return doc.font(weight).fontSize(size).heightOfString(shown, { width, lineGap });
};

/** Returns a text and its size so that it fits into `maxHeight`. */
const fitted = (doc: Document, text: string, { maxHeight, ...style }: TextBox): { text: string; size: number } => {
  if (maxHeight === undefined) return { text, size: style.size };
  let { size } = style;
  while (size > SMALLEST && heightOf(doc, text, { ...style, size }) > maxHeight) size = Math.max(SMALLEST, size * 0.9);
  const signs = split(graphemes, text);
  let shown = text;
  while (signs.length > 1 && heightOf(doc, shown, { ...style, size }) > maxHeight) {
    signs.pop();
    shown = `${signs.join('').trimEnd()}…`;
  }
  return { text: shown, size };
};

const drawLines = (
  doc: Document,
  lines: readonly Line[],
  { x, size, width, colour, align, lineGap = 0 }: TextBox,
): void => {
  const height = size * LINE_HEIGHT + lineGap;
  for (const line of lines) {
    if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
    const top = doc.y;
    const free = width - line.width;
    let at = x + (align === 'center' ? free / 2 : align === 'start' && line.isRtl ? free : 0);
    for (const run of visualOrder(line.runs)) {
      doc.font(run.font).fontSize(size).fillColor(colour);
      doc.text(run.text, at, top + size * ASCENT, { ...optionsOf(run), baseline: 'alphabetic' });
      at += doc.widthOfString(run.text, optionsOf(run));
    }
    doc.y = top + height;
  }
  doc.x = x;
};

/**
 * Draws a text in any script and leaves `doc.y` below it. pdfkit draws texts from left to right for which DejaVu Sans
 * is enough.
 */
export const write = (doc: Document, text: string, box: TextBox): void => {
  const { text: shown, size } = fitted(doc, printable(text), box);
  const { x, y = doc.y, width, weight = 'regular', colour, align = 'left', lineGap = 0 } = box;
  const lines = layOut(doc, shown, { ...box, size });
  doc.y = y;
  if (lines) return drawLines(doc, lines, { ...box, size });
  const side = align === 'center' ? 'center' : 'left';
  doc.font(weight).fontSize(size).fillColor(colour).text(shown, x, y, { width, align: side, lineGap });
};
