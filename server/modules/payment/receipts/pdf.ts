import { wallTime } from '../../../../contract/zone';
import type { Language } from '../../../../contract/constants/options';
import { COLOURS, MARGIN, pdfOf, section, widthOf, write, type Document, type Fact } from '../../../platform/pdf';
import type { Receipt } from './repository';
import { receiptMoney, receiptTexts } from './texts';

interface PrintedReceipt extends Receipt {
  id: string;
  amountMinor: number;
  currency: string;
  grants: { jobCredits: number };
}

/** Leaves out facts without a value. */
const known = (...facts: [label: string, value: string | null][]): Fact[] =>
  facts.filter((fact): fact is [string, string] => fact[1] !== null);

const head = (doc: Document, title: string, total: string): void => {
  const width = widthOf(doc);
  const box = { x: MARGIN, width, colour: COLOURS.text };
  write(doc, title, { ...box, y: MARGIN, size: 20, weight: 'bold' });
  doc.y += 6;
  write(doc, total, { ...box, size: 14 });
};

export const receiptPdf = (
  { id, amountMinor, currency, grants, paidAt, lines, buyer }: PrintedReceipt,
  { language, timeZone, now }: { language: Language; timeZone: string; now: Date },
): Promise<Buffer> => {
  const texts = receiptTexts(language);
  const money = (minor: number) => receiptMoney(minor, currency, language);
  const day = new Date(`${wallTime(new Date(paidAt), timeZone).slice(0, 10)}T00:00:00Z`);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
  const title = `${texts.title} ${id}`;
  return pdfOf({ title, language, now, footer: { name: title, page: texts.page } }, (doc) => {
    head(doc, texts.title, money(amountMinor));
    section(doc, texts.payment, [
      [texts.order, id],
      [texts.paidAt, date],
    ]);
    const items = lines.map(({ title: names, quantity, amountMinor: amount }): Fact => [
      `${quantity} × ${names[language]}`,
      amount === null ? '' : money(amount),
    ]);
    section(doc, texts.items, [
      ...items,
      [texts.credits, String(grants.jobCredits)],
      [texts.total, money(amountMinor)],
      [texts.tax, texts.taxIncluded],
    ]);
    section(
      doc,
      texts.company,
      known(
        [texts.name, buyer.companyName],
        [texts.person, buyer.personName],
        [texts.taxOffice, buyer.taxOffice],
        [texts.taxNumber, buyer.taxNumber],
        [texts.address, buyer.address],
      ),
    );
  });
};
