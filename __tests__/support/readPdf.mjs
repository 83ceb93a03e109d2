// Reads a PDF from standard input and writes the texts of its pages as JSON. It is a separate program, since Jest
// cannot load pdf.js with its ES modules.
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

const parts = [];
for await (const part of process.stdin) parts.push(part);
const data = new Uint8Array(Buffer.concat(parts));

const document = await getDocument({ data, useSystemFonts: false, verbosity: 0 }).promise;
const pages = [];
let images = 0;
for (let number = 1; number <= document.numPages; number += 1) {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  pages.push(items.map((item) => item.str + (item.hasEOL ? '\n' : '')).join(''));
  const { fnArray } = await page.getOperatorList();
  images += fnArray.filter((operator) => operator === OPS.paintImageXObject).length;
}
const { info } = await document.getMetadata();
process.stdout.write(JSON.stringify({ pages, images, title: info.Title ?? '', language: info.Language ?? '' }));
process.exit(0);
