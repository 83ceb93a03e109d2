export { formatPrice } from '../../contract/rules/money';

/** A currency sign or the code of the lira around the number, as the product prints it. */
const CURRENCY = /^(₺|\$|€|£|TL|TRY)|(₺|\$|€|£|TL|TRY)$/gi;
const PLAIN = /^\d{1,9}$/;
const WITH_DECIMALS = /^(\d{1,9})[.,](\d{1,2})$/;
/** One separator between groups of three digits, and then perhaps the other one with decimals. */
const GROUPED = /^[1-9]\d{0,2}(?:\.\d{3}){1,2}(?:,(\d{1,2}))?$|^[1-9]\d{0,2}(?:,\d{3}){1,2}(?:\.(\d{1,2}))?$/;
/** Blanks group digits too; `Intl` prints no-break spaces. */
const BLANK_GROUPED = /^[1-9]\d{0,2}(?:\s\d{3}){1,2}(?:[.,](\d{1,2}))?$/;

const withDecimals = (digits: string, decimals = ''): number => Number(`${digits}.${decimals || '0'}`);

/**
 * Parses an amount of money as people type it and as the product prints it: 25000, 25.000, 25,000.50, 30 000, ₺25.000.
 * A single separator before three digits groups them. Returns null for any other text.
 */
export const parseAmount = (text: string): number | null => {
  const number = text.trim().replace(CURRENCY, '').trim();
  if (PLAIN.test(number)) return Number(number);
  const decimal = WITH_DECIMALS.exec(number);
  if (decimal) return withDecimals(decimal[1] ?? '', decimal[2]);
  const grouped = GROUPED.exec(number) ?? BLANK_GROUPED.exec(number);
  if (!grouped) return null;
  const decimals = grouped[1] ?? grouped[2] ?? '';
  const whole = decimals === '' ? number : number.slice(0, -decimals.length - 1);
  return withDecimals(whole.replace(/\D/g, ''), decimals);
};
