/**
 * Formats a price in the currency's main unit for the locale, with ₺ for TRY; whole prices have no decimals. An
 * unknown currency follows the number.
 */
export const formatPrice = (price: number, currency: string, locale: string): string => {
  const decimals = Number.isInteger(price) ? 0 : 2;
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  try {
    const shown = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...options } as const;
    return new Intl.NumberFormat(locale, shown).format(price);
  } catch {
    return `${new Intl.NumberFormat(locale, options).format(price)} ${currency}`;
  }
};
