/**
 * Formats a price in the currency's main unit for the locale, with ₺ for TRY; by default whole prices have no decimals.
 * The code of an unknown currency follows the number.
 */
export const formatPrice = (
  price: number,
  currency: string,
  locale: string,
  decimals = Number.isInteger(price) ? 0 : 2,
): string => {
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  try {
    const currencyOptions = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...options } as const;
    return new Intl.NumberFormat(locale, currencyOptions).format(price);
  } catch {
    return `${new Intl.NumberFormat(locale, options).format(price)} ${currency}`;
  }
};
