import { formatDay, formatTime } from '../../lib/dates';

/** `DD/MM/YYYY HH:mm` of an instant (ISO) in the marketplace's zone. */
export const formatMoment = (iso: string): string => `${formatDay(iso)} ${formatTime(iso)}`;

/** Addresses that may be opened; `javascript:` and the like stay text. */
const OPENED = /^https?:$/;

/** The address of a website as a link, or null where it is not one of http or https. */
export const websiteHref = (website: string): string | null => {
  try {
    const url = new URL(website.trim());
    return OPENED.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
};

/** A price in the currency's main unit; ₺ for TRY whatever the language. Spec 1, point 2. */
export const formatPrice = (price: number, currency: string, locale: string): string => {
  const whole = Number.isInteger(price);
  const options = { minimumFractionDigits: whole ? 0 : 2, maximumFractionDigits: 2 };
  if (currency === 'TRY') return `₺${new Intl.NumberFormat(locale, options).format(price)}`;
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency, ...options }).format(price);
  } catch {
    return `${new Intl.NumberFormat(locale, options).format(price)} ${currency}`;
  }
};
