import type { Language } from '../../contract/constants/options';

const MINOR_IN_MAIN = 100;

/** An amount in minor units as the language writes it, as the dashboard does: ₺349, ₺349.50. An unknown currency stands behind the number. */
export const formatMoney = (amountMinor: number, currency: string, language: Language): string => {
  const decimals = amountMinor % MINOR_IN_MAIN === 0 ? 0 : 2;
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const amount = amountMinor / MINOR_IN_MAIN;
  try {
    const shown = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...options } as const;
    return new Intl.NumberFormat(language, shown).format(amount);
  } catch {
    return `${new Intl.NumberFormat(language, options).format(amount)} ${currency}`;
  }
};
