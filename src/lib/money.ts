/**
 * A price in the currency's main unit, as the language writes it, with ₺ for TRY; whole prices without decimals. Spec 1,
 * point 2. An unknown currency stands behind the number.
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
