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
