import { wallTime } from '../../../../contract/zone';
import type { Transaction } from 'kysely';
import { MEDIA_TYPES } from '../../../../contract/constants/http';
import type { Language } from '../../../../contract/constants/options';
import type { Database } from '../../../platform/database/schema';
import type { Deps } from '../../../platform/deps';
import { notFound } from '../../../platform/errors';
import type { FileReply } from '../../../platform/http/route';
import { languageOf } from '../../../platform/language';
import type { LimitRule } from '../../../platform/limiter';
import { enqueue } from '../../../platform/outgoing/enqueue';
import { mailOf } from '../../../platform/outgoing/mails';
import { findPaidOrder, keepReceipt, type PaidOrder, type Receipt } from './repository';
import { receiptPdf } from './pdf';
import { companyText, linesText, receiptMoney, receiptTexts } from './texts';

/** Receipt PDFs per company and ten minutes. */
export const RECEIPT_LIMIT: LimitRule = { name: 'receipt', points: 60, seconds: 600 };

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
  trx: Transaction<Database>,
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
