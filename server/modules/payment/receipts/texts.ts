import { readFileSync } from 'node:fs';
import type { Language } from '../../../../contract/constants/options';
import { formatMoney } from '../../../platform/money';
import { fromRoot } from '../../../platform/root';
import type { ReceiptBuyer, ReceiptLine } from './repository';

type ReceiptText =
  | 'title'
  | 'file'
  | 'payment'
  | 'order'
  | 'paidAt'
  | 'total'
  | 'items'
  | 'credits'
  | 'tax'
  | 'taxIncluded'
  | 'company'
  | 'name'
  | 'person'
  | 'taxOffice'
  | 'taxNumber'
  | 'address'
  | 'page';
type Texts = Record<Language, Record<ReceiptText, string>>;

let read: Texts | null = null;
/**
 * The texts of receipts. The product knows no tax rate; the sales agreement only says that prices include tax where it applies.
 */
export const receiptTexts = (language: Language) =>
  (read ??= JSON.parse(readFileSync(fromRoot('server/texts/receipt.json'), 'utf8')) as Texts)[language];

/** An amount on a receipt, always with its cents. */
export const receiptMoney = (minor: number, currency: string, language: Language): string =>
  formatMoney(minor, currency, language, 2);

/** What was bought in one line, such as “1 × Three jobs (₺1,199.00), 2 × Top of the list (₺398.00)”. */
export const linesText = (lines: readonly ReceiptLine[], currency: string, language: Language): string =>
  lines
    .map(({ title, quantity, amountMinor }) => {
      const amount = amountMinor === null ? '' : ` (${receiptMoney(amountMinor, currency, language)})`;
      return `${quantity} × ${title[language]}${amount}`;
    })
    .join(', ');

/** The company with its tax data in one line. */
export const companyText = ({ companyName, personName, taxOffice, taxNumber, address }: ReceiptBuyer): string =>
  [companyName ?? personName, [taxOffice, taxNumber].filter(Boolean).join(' '), address].filter(Boolean).join(', ');
