import { readFile } from 'node:fs/promises';
import type { Language } from '../../../contract/constants/options';
import { fromRoot } from '../../platform/root';
import { cvContent, type CvContent, type Fact } from './cvFacts';
import type { CvRecord } from './cvRepository';
import { exportTexts, type CvTexts } from './texts';

type Document = PDFKit.PDFDocument;

/** In points: A4 with margins of 2 cm. */
const MARGIN = 56;
const PHOTO = 92;
const LABEL_WIDTH = 150;
/** A heading stays with what follows it. */
const ROOM_AFTER_HEADING = 64;
const COLOURS = { text: '#1b1f2a', quiet: '#5b6472', line: '#d5d9e0', mark: '#d90f2b' } as const;

/** What the font has no picture for, or does not print. */
const UNPRINTABLE = /[\p{Extended_Pictographic}\p{Surrogate}\p{Co}\u200d\ufe0f]|(?![\n])\p{Cc}/gu;
/** Digits and a few signs count as pictographs as well. */
const KEPT = /[\d#*©®™]/;
const printable = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(UNPRINTABLE, (sign) => (KEPT.test(sign) ? sign : ''));

/** DejaVu Sans has every letter of the three languages; its licence lets it be embedded (docs/decisions/0016-exports.md). */
const fontFile = (name: string) => readFile(fromRoot('node_modules/dejavu-fonts-ttf/ttf', `${name}.ttf`));
let fonts: Promise<[Buffer, Buffer]> | null = null;
const readFonts = () =>
  (fonts ??= Promise.all([fontFile('DejaVuSans'), fontFile('DejaVuSans-Bold')]).catch((error: unknown) => {
    fonts = null;
    throw error;
  }));

const widthOf = (doc: Document): number => doc.page.width - 2 * MARGIN;
const bottomOf = (doc: Document): number => doc.page.height - doc.page.margins.bottom;

const roomFor = (doc: Document, height: number): void => {
  if (doc.y + height > bottomOf(doc)) doc.addPage();
};

const heading = (doc: Document, text: string): void => {
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

const paragraph = (doc: Document, text: string, colour: string = COLOURS.text): void => {
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

const head = (doc: Document, { fullName, summary }: CvContent, title: string, photo: Buffer | null): void => {
  const left = photo === null ? MARGIN : MARGIN + PHOTO + 20;
  const width = doc.page.width - MARGIN - left;
  if (photo !== null) {
    doc.save().roundedRect(MARGIN, MARGIN, PHOTO, PHOTO, 8).clip();
    doc.image(photo, MARGIN, MARGIN, { width: PHOTO, height: PHOTO }).restore();
  }
  doc.font('regular').fontSize(9).fillColor(COLOURS.quiet).text(title, left, MARGIN, { width });
  doc.font('bold').fontSize(20).fillColor(COLOURS.text).text(printable(fullName), { width });
  doc.moveDown(0.25).font('regular').fontSize(10).fillColor(COLOURS.quiet);
  for (const line of summary) doc.text(printable(line), { width, lineGap: 1 });
  doc.y = Math.max(doc.y, photo === null ? 0 : MARGIN + PHOTO);
};

const section = (doc: Document, title: string, facts: readonly Fact[]): void => {
  if (facts.length === 0) return;
  heading(doc, title);
  factList(doc, facts);
};

const words = (doc: Document, title: string, text: string): void => {
  if (text.trim() === '') return;
  heading(doc, title);
  paragraph(doc, text);
};

const experiences = (doc: Document, content: CvContent, texts: CvTexts): void => {
  heading(doc, texts.experiences);
  if (content.experiences.length === 0) paragraph(doc, texts.noExperience, COLOURS.quiet);
  for (const { title, when } of content.experiences) {
    roomFor(doc, 34);
    doc
      .font('bold')
      .fontSize(10)
      .fillColor(COLOURS.text)
      .text(printable(title), MARGIN, doc.y, { width: widthOf(doc) });
    paragraph(doc, when, COLOURS.quiet);
    doc.y += 5;
  }
};

/** Who it is about and which page it is, at the foot of each. */
const footers = (doc: Document, name: string, template: string): void => {
  const { start, count } = doc.bufferedPageRange();
  for (let at = start; at < start + count; at += 1) {
    doc.switchToPage(at);
    // Text under the margin would begin a page of its own.
    doc.page.margins.bottom = 0;
    const page = template.replace('{page}', String(at + 1)).replace('{pages}', String(count));
    const y = doc.page.height - MARGIN + 18;
    doc.font('regular').fontSize(8).fillColor(COLOURS.quiet);
    doc.text(printable(name), MARGIN, y, { width: widthOf(doc) - 120, height: 10, ellipsis: true, lineBreak: false });
    doc.text(page, doc.page.width - MARGIN - 110, y, { width: 110, align: 'right', lineBreak: false });
  }
};

interface CvOptions {
  language: Language;
  timeZone: string;
  /** A JPEG; null: none is shown. */
  photo: Buffer | null;
  now: Date;
}

/** The CV of an applicant as an A4 PDF with its fonts in it. */
export const cvPdf = async (cv: CvRecord, { language, timeZone, photo, now }: CvOptions): Promise<Buffer> => {
  // Loaded with the first CV: it takes memory that an idle server does without.
  const [{ default: PdfDocument }, [regular, bold]] = await Promise.all([import('pdfkit'), readFonts()]);
  const texts = exportTexts(language).cv;
  const content = cvContent(cv, language, timeZone);
  const doc = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: printable(`${content.fullName} – ${texts.title}`), CreationDate: now, ModDate: now },
  });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
  });
  doc.registerFont('regular', regular).registerFont('bold', bold);
  head(doc, content, texts.title, photo);
  section(doc, texts.contact, content.contact);
  section(doc, texts.facts, content.facts);
  experiences(doc, content, texts);
  section(doc, texts.education, content.education);
  section(doc, texts.languages, content.languages);
  words(doc, texts.licences, content.licences);
  words(doc, texts.certificates, content.certificates);
  words(doc, texts.about, content.about);
  footers(doc, content.fullName, texts.page);
  doc.end();
  return whole;
};
