import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/mobile';

/** Returns a worker's number in international form, such as +905321234567. Workers' products may send it without the country code. */
export const formatDialNumber = (phone: string | null, countryCode: string): string | null => {
  if (phone === null || phone.startsWith('+') || !isSupportedCountry(countryCode)) return phone;
  return `+${getCountryCallingCode(countryCode)}${phone}`;
};
