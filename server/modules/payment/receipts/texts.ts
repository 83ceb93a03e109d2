import type { Language } from '../../../../contract/constants/options';
import { formatMoney } from '../../../platform/money';
import type { ReceiptBuyer, ReceiptLine } from './repository';
import type receipt from '../../../texts/receipt.json';
import { readTexts } from '../../../platform/messages';

const texts = readTexts<typeof receipt>('receipt.json');
/**
 * Returns the texts of receipts. They name no tax rate, because the product knows none; the sales agreement only says
 * that prices include tax where it applies.
 */
export const receiptTexts = (language: Language) => texts()[language];

/** Formats an amount of a receipt, always with cents. */
export const receiptMoney = (minor: number, currency: string, language: Language): string =>
  formatMoney(minor, currency, language, 2);

/**
 * Returns the lines of a receipt as one line of text, such as “1 × Three jobs (₺1,199.00), 2 × Top of the list
 * (₺398.00)”.
 */
export const linesText = (lines: readonly ReceiptLine[], currency: string, language: Language): string =>
  lines
    .map(({ title, quantity, amountMinor }) => {
      const amount = amountMinor === null ? '' : ` (${receiptMoney(amountMinor, currency, language)})`;
      return `${quantity} × ${title[language]}${amount}`;
    })
    .join(', ');

/** Returns the company and its tax data as one line of text. */
export const companyText = ({ companyName, personName, taxOffice, taxNumber, address }: ReceiptBuyer): string =>
  [companyName ?? personName, [taxOffice, taxNumber].filter(Boolean).join(' '), address].filter(Boolean).join(', ');
