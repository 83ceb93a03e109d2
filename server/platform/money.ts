import type { Language } from '../../contract/constants/options';

const MINOR_IN_MAIN = 100;

/** Converts an amount in minor units to the decimal of the wire. */
export const toMain = (minor: number): number => minor / MINOR_IN_MAIN;

/** Converts a decimal of the wire to whole minor units. */
export const toMinor = (main: number): number => Math.round(main * MINOR_IN_MAIN);

/**
 * Formats an amount in minor units in the given language: ₺349, ₺349.50; with `decimals` 2 also ₺349.00. The code of
 * an unknown currency follows the number.
 */
export const formatMoney = (
  amountMinor: number,
  currency: string,
  language: Language,
  decimals = amountMinor % MINOR_IN_MAIN === 0 ? 0 : 2,
): string => {
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const amount = toMain(amountMinor);
  try {
    const shown = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...options } as const;
    return new Intl.NumberFormat(language, shown).format(amount);
  } catch {
    return `${new Intl.NumberFormat(language, options).format(amount)} ${currency}`;
  }
};
