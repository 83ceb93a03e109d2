import type { Language } from '../../contract/constants/options';
import { extraFonts, readBase, type Extra } from './pdfFonts';
import { addFont, heightOf, printable, useInk, write, type Document, type Ink } from './pdfText';

export { write, type Document };

export type Fact = readonly [label: string, value: string];

/** In points: 2 cm, on A4. */
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
  /** The foot of each page: a name, and a text with {page} and {pages}. Without one, the drawing has the whole page. */
  footer?: { name: string; page: string };
  size?: 'A4' | 'A6';
}

type Draw = (doc: Document) => void;

interface Drawn {
  bytes: Buffer;
  /** The characters without a font. */
  missing: Ink['missing'];
}

/** Draws a document with the fonts that there are. */
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
