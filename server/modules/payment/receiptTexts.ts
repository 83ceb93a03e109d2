import { readFileSync } from 'node:fs';
import type { Language } from '../../../contract/constants/options';
import { fromRoot } from '../../platform/root';
import { toMain } from '../commerce/prices';
import type { ReceiptBuyer, ReceiptLine } from './receiptRepository';

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
 * The texts of receipts. Of tax the product knows no rate, only what the sales agreement says: prices include it where it
 * applies.
 */
export const receiptTexts = (language: Language) =>
  (read ??= JSON.parse(readFileSync(fromRoot('server/texts/receipt.json'), 'utf8')) as Texts)[language];

/** An amount in minor units as it is read in a language. */
export const moneyText = (minor: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    toMain(minor),
  );

/** What was bought in one line, such as “1 × Three jobs (₺1,199.00), 2 × Top of the list (₺398.00)”. */
export const linesText = (lines: readonly ReceiptLine[], currency: string, language: Language): string =>
  lines
    .map(({ title, quantity, amountMinor }) => {
      const amount = amountMinor === null ? '' : ` (${moneyText(amountMinor, currency, language)})`;
      return `${quantity} × ${title[language]}${amount}`;
    })
    .join(', ');

/** The company with its tax data in one line. */
export const companyText = ({ companyName, personName, taxOffice, taxNumber, address }: ReceiptBuyer): string =>
  [companyName ?? personName, [taxOffice, taxNumber].filter(Boolean).join(' '), address].filter(Boolean).join(', ');
