import { formatDay, formatTime } from '../../lib/dates';

/** Formats an instant (ISO) as `DD/MM/YYYY HH:mm` in the marketplace's zone. */
export const formatMoment = (iso: string): string => `${formatDay(iso)} ${formatTime(iso)}`;

/** Only these schemes become links; `javascript:` and others stay text. */
const OPENED = /^https?:$/;

/** Returns the URL of a website, or null if it is not http or https. */
export const websiteHref = (website: string): string | null => {
  try {
    const url = new URL(website.trim());
    return OPENED.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
};
