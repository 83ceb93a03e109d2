import { getExampleNumber, type CountryCode } from 'libphonenumber-js/mobile';
import examples from 'libphonenumber-js/mobile/examples';
import type { Deps } from '../../platform/deps';
import { COUNTRIES } from '../reference';

const exampleOf = (country: string) => getExampleNumber(country as CountryCode, examples);

/** Returns mobile numbers as people of the marketplace's country write theirs, and as those of another one do. */
export const phoneExamples = ({ settings }: Pick<Deps, 'settings'>): { example: string; foreign: string } => {
  const { countryCode, applicantCountries } = settings;
  const others = [...applicantCountries, ...COUNTRIES.map((country) => country.countryCode)].filter(
    (code) => code !== countryCode,
  );
  return {
    example: exampleOf(countryCode)?.formatNational() ?? '',
    foreign: exampleOf(others[0] ?? countryCode)?.formatInternational() ?? '',
  };
};
