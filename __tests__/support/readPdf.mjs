// Reads a PDF from standard input and writes the texts of its pages as JSON. It is a separate program, since Jest
// cannot load pdf.js with its ES modules.
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

const parts = [];
for await (const part of process.stdin) parts.push(part);
const data = new Uint8Array(Buffer.concat(parts));

const document = await getDocument({ data, useSystemFonts: false, verbosity: 0 }).promise;
const pages = [];
const items = [];
let images = 0;
for (let number = 1; number <= document.numPages; number += 1) {
  const page = await document.getPage(number);
  const { items: content } = await page.getTextContent();
  pages.push(content.map((item) => item.str + (item.hasEOL ? '\n' : '')).join(''));
  for (const { str, transform, width } of content)
    if (str.trim() !== '')
      items.push({ page: number, text: str, x: transform[4], y: transform[5], size: Math.abs(transform[3]), width });
  const { fnArray } = await page.getOperatorList();
  images += fnArray.filter((operator) => operator === OPS.paintImageXObject).length;
}
const { info } = await document.getMetadata();
const text = JSON.stringify({ pages, items, images, title: info.Title ?? '', language: info.Language ?? '' });
// A pipe takes a long text in parts, and an exit before the last one would cut it off.
process.stdout.write(text, () => process.exit(0));
