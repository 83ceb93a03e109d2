import { encode, renderSVG } from 'uqr';
import type { PosterFormat } from '../../../contract/constants/door';
import type { Language } from '../../../contract/constants/options';
import { COLOURS, pdfOf, write, type Document } from '../../platform/pdf';
import { doorTexts } from './page/texts';

/** Repairs a quarter of the code, because posters get dirty. */
const ERROR_CORRECTION = 'Q';

/** Returns the address that the printed code has: it says that its reader came by the poster. */
const posterUrl = (url: string): string => `${url}?from=poster`;

export const qrSvg = (url: string): string => renderSVG(posterUrl(url), { ecc: ERROR_CORRECTION, border: 2 });

const drawCode = (doc: Document, url: string, { x, y, size }: { x: number; y: number; size: number }): void => {
  const { data } = encode(posterUrl(url), { ecc: ERROR_CORRECTION, border: 0 });
  const module = size / data.length;
  doc.fillColor('#000000');
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      // Neighbours overlap a little, so that no printer leaves white lines between them.
      if (isDark) doc.rect(x + column * module, y + row * module, module + 0.1, module + 0.1);
  doc.fill();
};

interface PosterOptions {
  companyName: string;
  url: string;
  format: PosterFormat;
  language: Language;
  now: Date;
}

/** Draws the poster of a branch: its name, one invitation, the code and the address in letters. */
export const posterOf = ({ companyName, url, format, language, now }: PosterOptions): Promise<Buffer> => {
  const say = doorTexts(language);
  const size = format === 'a6' ? 'A6' : 'A4';
  const options = { title: say('poster.title', { company: companyName }), language, now, size } as const;
  return pdfOf(options, (doc) => {
    const { width, height } = doc.page;
    const unit = width / 20;
    const box = { x: unit * 2, width: unit * 16, align: 'center' } as const;
    doc.rect(0, 0, width, unit).fill(COLOURS.mark);
    const [headingAt, codeAt, side] = [height * 0.2, height * 0.36, unit * 11];
    const name = { ...box, y: unit * 2, maxHeight: headingAt - unit * 2.4 };
    write(doc, companyName, { ...name, size: unit * 1.1, weight: 'bold', colour: COLOURS.text });
    const heading = { ...box, y: headingAt, maxHeight: codeAt - headingAt - unit * 0.4 };
    write(doc, say('poster.heading'), { ...heading, size: unit * 1.8, weight: 'bold', colour: COLOURS.mark });
    drawCode(doc, url, { x: (width - side) / 2, y: codeAt, size: side });
    write(doc, say('poster.scan'), { ...box, y: codeAt + side + unit, size: unit * 0.8, colour: COLOURS.text });
    const address = url.replace(/^https?:\/\//, '');
    write(doc, address, { ...box, y: height - unit * 2.5, size: unit * 0.7, colour: COLOURS.quiet });
  });
};
