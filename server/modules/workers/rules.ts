import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { Experience } from '../../../contract/schemas/applications';

/**
 * Returns a worker's number in international form, such as +905321234567. Workers' products may send it without the
 * country code.
 */
export const formatDialNumber = (phone: string | null, countryCode: string): string | null => {
  if (phone === null || phone.startsWith('+') || !isSupportedCountry(countryCode)) return phone;
  return `+${getCountryCallingCode(countryCode)}${phone}`;
};

/** Returns the country of a worker's phone, or null where it is not known. */
export const countryOfPhone = (phone: string | null, countryCode: string): string | null => {
  const number = formatDialNumber(phone, countryCode);
  return number === null ? null : (parsePhoneNumberFromString(number)?.country ?? null);
};

/** Returns the spellings of a number: that of its country and the international one. Null for a text that is no number. */
export const phoneSpellings = (phone: string, countryCode: string) => {
  const parsed = parsePhoneNumberFromString(formatDialNumber(phone, countryCode) ?? '');
  return parsed?.country ? { national: parsed.nationalNumber, dial: parsed.number, country: parsed.country } : null;
};

/**
 * Returns whether an experience is a former job. The answer "none" on a public page is stored as zero months at no
 * company.
 */
export const isWork = ({
  companyName,
  duration,
  startDate,
}: Pick<Experience, 'companyName' | 'duration' | 'startDate'>): boolean =>
  companyName !== '' || duration.key > 0 || startDate !== null;

/**
 * Returns the upper end of an applicant's experience if it is a single range, as chosen on a public page: null for a
 * range without an upper end, undefined when it is not a range.
 */
export const rangeEnd = ([only, ...others]: readonly Pick<Experience, 'duration'>[]): number | null | undefined =>
  others.length === 0 ? only?.duration.max : undefined;

/** Prefix of the external ids of workers from a public page, who belong to no other product. */
export const OWN_WORKER = 'web:';

/** True for workers from a public page. */
export const isOwnWorker = ({ externalId }: { externalId: string }): boolean => externalId.startsWith(OWN_WORKER);

/** Prefix of the external ids of tombstones, the nameless workers to whom the applications of erased people belong. */
export const TOMBSTONE = 'erased:';

/** True for tombstones. */
export const isTombstone = ({ externalId }: { externalId: string }): boolean => externalId.startsWith(TOMBSTONE);

/** The stored name of every tombstone. The dashboard and workbooks show the words of their reader's language instead. */
export const TOMBSTONE_NAME = { firstName: 'Deleted', lastName: 'person' };
