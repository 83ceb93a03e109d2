import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/mobile';

/** A worker's number as it is dialled from anywhere, such as +905321234567: workers' products send it without the country's code. */
export const dialledNumber = (phone: string | null, countryCode: string): string | null => {
  if (phone === null || phone.startsWith('+') || !isSupportedCountry(countryCode)) return phone;
  return `+${getCountryCallingCode(countryCode)}${phone}`;
};
