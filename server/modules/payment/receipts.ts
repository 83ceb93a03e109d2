import type { Language } from '../../../contract/constants/options';
import { formatMoney } from '../../platform/money';
import {
  type ReceiptBuyer,
  type ReceiptLine,
  type Receipt,
  findPaidOrder,
  keepReceipt,
  type PaidOrder,
} from './repository';
import type receipt from '../../texts/receipt.json';
import { readTexts, languageOf, longDate } from '../../platform/messages';
import { wallTime } from '../../../contract/zone';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import { COLOURS, MARGIN, pdfOf, section, widthOf, write, type Document, type Fact } from '../../platform/pdf';
import type { Trx } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import type { FileReply } from '../../platform/http/route';
import { enqueue } from '../../platform/outgoing/enqueue';
import { mailOf } from '../../platform/outgoing/mails';

const texts = readTexts<typeof receipt>('receipt.json');
/**
 * Returns the texts of receipts. They name no tax rate, because the product knows none; the sales agreement only says
 * that prices include tax where it applies.
 */
const receiptTexts = (language: Language) => texts()[language];

/** Formats an amount of a receipt, always with cents. */
const receiptMoney = (minor: number, currency: string, language: Language): string =>
  formatMoney(minor, currency, language, 2);

/**
 * Returns the lines of a receipt as one line of text, such as “1 × Three jobs (₺1,199.00), 2 × Top of the list
 * (₺398.00)”.
 */
const linesText = (lines: readonly ReceiptLine[], currency: string, language: Language): string =>
  lines
    .map(({ title, quantity, amountMinor }) => {
      const amount = amountMinor === null ? '' : ` (${receiptMoney(amountMinor, currency, language)})`;
      return `${quantity} × ${title[language]}${amount}`;
    })
    .join(', ');

/** Returns the company and its tax data as one line of text. */
const companyText = ({ companyName, personName, taxOffice, taxNumber, address }: ReceiptBuyer): string =>
  [companyName ?? personName, [taxOffice, taxNumber].filter(Boolean).join(' '), address].filter(Boolean).join(', ');

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

const receiptPdf = (
  { id, amountMinor, currency, grants, paidAt, lines, buyer }: PrintedReceipt,
  { language, timeZone, now }: { language: Language; timeZone: string; now: Date },
): Promise<Buffer> => {
  const texts = receiptTexts(language);
  const money = (minor: number) => receiptMoney(minor, currency, language);
  const title = `${texts.title} ${id}`;
  return pdfOf({ title, language, now, footer: { name: title, page: texts.page } }, (doc) => {
    head(doc, texts.title, money(amountMinor));
    section(doc, texts.payment, [
      [texts.order, id],
      [texts.paidAt, longDate(new Date(paidAt), { language, timeZone })],
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

const receiptOf = (order: PaidOrder): Receipt => {
  const { grants, amountMinor, planTitle, paidAt, companyName, personName, taxOffice, taxNumber, address } = order;
  const lines = grants.items.map(({ title, titles, quantity, unitPriceMinor }) => ({
    title: titles ?? planTitle ?? { tr: title, en: title, es: title },
    quantity,
    // A single line costs the whole amount.
    amountMinor:
      unitPriceMinor === undefined ? (grants.items.length === 1 ? amountMinor : null) : unitPriceMinor * quantity,
  }));
  return {
    paidAt: paidAt.toISOString(),
    lines,
    buyer: { companyName, personName, taxOffice, taxNumber, address },
  };
};

/** Stores and mails the receipt of a payment in the transaction that settles it. */
export const issueReceipt = async (
  trx: Trx,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  paymentId: string,
): Promise<void> => {
  const order = await findPaidOrder(trx, paymentId);
  if (!order) throw new Error(`payment ${paymentId} is not paid`);
  const receipt = receiptOf(order);
  await keepReceipt(trx, paymentId, receipt);
  if (order.isDeleted) return;
  const language = languageOf(order.languageCode);
  const texts = receiptTexts(language);
  const values = {
    name: order.firstName,
    order: order.id,
    date: wallTime(order.paidAt, settings.timeZone).slice(0, 10).split('-').reverse().join('/'),
    total: receiptMoney(order.amountMinor, order.currency, language),
    items: linesText(receipt.lines, order.currency, language),
    credits: String(order.grants.jobCredits),
    tax: texts.taxIncluded,
    company: companyText(receipt.buyer),
  };
  const link = `${settings.publicUrl}/dashboard/packages/statement`;
  await enqueue(trx, clock.now(), mailOf('receipt', { to: order.email, language, link, values }));
};

/**
 * Returns the receipt of a company's paid order as a PDF. Throws 404 for an unpaid order and for one of another
 * company.
 */
export const makeReceipt = async (
  { db, clock, settings }: Deps,
  owner: { id: number; organisationId: number },
  { id, language }: { id: string; language: Language },
): Promise<FileReply['file']> => {
  const order = await findPaidOrder(db, id, owner);
  if (!order) throw notFound();
  const receipt = order.receipt ?? receiptOf(order);
  const day = wallTime(new Date(receipt.paidAt), settings.timeZone).slice(0, 10);
  const content = await receiptPdf(
    { ...order, ...receipt },
    { language, timeZone: settings.timeZone, now: clock.now() },
  );
  return { name: `${receiptTexts(language).file}_${day}_${id.slice(0, 8)}.pdf`, type: MEDIA_TYPES.pdf, content };
};
