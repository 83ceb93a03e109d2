import { readFile } from 'node:fs/promises';
import type { Language } from '../../contract/constants/options';
import { fromRoot } from './root';

export type Fact = readonly [label: string, value: string];

export type Document = PDFKit.PDFDocument;

/** In points: 2 cm, on A4. */
export const MARGIN = 56;
const LABEL_WIDTH = 150;
const ROOM_AFTER_HEADING = 64;
export const COLOURS = { text: '#1b1f2a', quiet: '#5b6472', line: '#d5d9e0', mark: '#d90f2b' } as const;

/** Characters that the font lacks or cannot print. */
const UNPRINTABLE = /[\p{Extended_Pictographic}\p{Surrogate}\p{Co}\u200d\ufe0f]|(?![\n])\p{Cc}/gu;
/** Digits and a few signs that also count as pictographs. */
const KEPT = /[\d#*©®™]/;
/** Removes the characters that the font lacks. */
export const printable = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(UNPRINTABLE, (sign) => (KEPT.test(sign) ? sign : ''));

/**
 * DejaVu Sans has every letter of the three languages; its licence allows embedding (docs/decisions/0016-exports.md).
 */
const fontFile = (name: string) => readFile(fromRoot('node_modules/dejavu-fonts-ttf/ttf', `${name}.ttf`));
let fonts: Promise<[Buffer, Buffer]> | null = null;
const readFonts = () =>
  (fonts ??= Promise.all([fontFile('DejaVuSans'), fontFile('DejaVuSans-Bold')]).catch((error: unknown) => {
    fonts = null;
    throw error;
  }));

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
  doc.font('bold').fontSize(11).fillColor(COLOURS.mark).text(printable(text), MARGIN, doc.y);
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
export const paragraph = (doc: Document, text: string, colour: string = COLOURS.text): void => {
  doc.font('regular').fontSize(10).fillColor(colour);
  doc.text(printable(text), MARGIN, doc.y, { width: widthOf(doc), lineGap: 2 });
};

const factList = (doc: Document, facts: readonly Fact[]): void => {
  for (const [label, value] of facts) {
    doc.font('regular').fontSize(10);
    const width = widthOf(doc) - LABEL_WIDTH;
    const [shownLabel, shown] = [printable(label), printable(value)];
    const labelHeight = doc.heightOfString(shownLabel, { width: LABEL_WIDTH - 10 });
    roomFor(doc, Math.min(Math.max(labelHeight, doc.heightOfString(shown, { width })), bottomOf(doc) - MARGIN));
    const top = doc.y;
    doc.fillColor(COLOURS.quiet).text(shownLabel, MARGIN, top, { width: LABEL_WIDTH - 10 });
    const afterLabel = doc.y;
    doc.fillColor(COLOURS.text).text(shown, MARGIN + LABEL_WIDTH, top, { width });
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
    doc.font('regular').fontSize(8).fillColor(COLOURS.quiet);
    doc.text(printable(name), MARGIN, y, { width: widthOf(doc) - 120, height: 10, ellipsis: true, lineBreak: false });
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

/** Creates a PDF with embedded fonts, drawn by `draw`; A4 by default. */
export const pdfOf = async (
  { title, language, now, footer, size = 'A4' }: PdfOptions,
  draw: (doc: Document) => void,
): Promise<Buffer> => {
  // Loaded with the first document, to save the memory of an idle server.
  const [{ default: PdfDocument }, [regular, bold]] = await Promise.all([import('pdfkit'), readFonts()]);
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
  doc.registerFont('regular', regular).registerFont('bold', bold);
  draw(doc);
  if (footer) footers(doc, footer.name, footer.page);
  doc.end();
  return whole;
};
