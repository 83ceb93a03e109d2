import examples from 'libphonenumber-js/examples.mobile.json';
import { getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max';
import { COUNTRIES, countryByCode, countryById, checkCountry } from '../../../server/modules/reference/forms';

describe('countries', () => {
  it.each(COUNTRIES.map((country) => [country.countryCode, country] as const))(
    'give %s phone numbers of ten digits, as in its example',
    (_, { countryCode, phoneCode, countryAttributes }) => {
      const code = countryCode as Parameters<typeof getCountryCallingCode>[0];
      expect(phoneCode).toBe(`+${getCountryCallingCode(code)}`);
      const example = String(getExampleNumber(code, examples)?.nationalNumber);
      expect(example).toHaveLength(10);
      expect(countryAttributes.phoneExample).toMatch(/^\d*X+$/);
      const digits = countryAttributes.phoneExample.replace(/X/g, '');
      expect([10, digits]).toEqual([countryAttributes.phoneExample.length, example.slice(0, digits.length)]);
    },
  );

  it('have unique ids and codes, Turkey first', () => {
    expect(new Set(COUNTRIES.map(({ id }) => id)).size).toBe(COUNTRIES.length);
    expect(new Set(COUNTRIES.map(({ countryCode }) => countryCode)).size).toBe(COUNTRIES.length);
    expect(COUNTRIES[0]).toMatchObject({ id: 1, countryCode: 'TR', countryAttributes: { taxOfficeActive: true } });
    expect(COUNTRIES.filter(({ countryAttributes }) => countryAttributes.taxOfficeActive)).toHaveLength(1);
  });

  it('are found by id and by code in either letter case', () => {
    expect(countryByCode('mx')?.id).toBe(countryByCode('MX')?.id);
    expect(countryById(1)?.countryCode).toBe('TR');
    expect([countryByCode('DE'), countryByCode(''), countryById(999)]).toEqual([null, null, null]);
  });
});

describe('the visitor’s country', () => {
  it.each([
    ['a place in Turkey', { location: '39.92, 32.85', language: 'es-MX' }, 'TR', true],
    ['a place in Mexico', { location: '19.43, -99.13', language: 'tr' }, 'MX', true],
    ['a place in a country that is not offered', { location: '48.86, 2.35', language: 'tr' }, 'TR', true],
    ['a place across the border', { location: '38.37, 26.14' }, 'TR', false],
    [
      'a language where the place is in no offered country',
      { location: '38.37, 26.14', language: 'es-MX' },
      'MX',
      true,
    ],
    ['the ocean, and a region', { location: '0, -30', language: 'es-CO' }, 'CO', true],
    ['a region', { language: 'es-MX' }, 'MX', true],
    ['a region and a script', { language: 'en-Latn-GB' }, 'GB', true],
    ['a region after an underscore', { language: 'en_US' }, 'US', true],
    ['Turkish', { language: 'tr' }, 'TR', true],
    ['Turkish in Germany', { language: 'tr-DE' }, 'TR', false],
    ['Spanish of nowhere', { language: 'es' }, 'TR', false],
    ['a null', { location: null }, 'TR', false],
    ['nothing', {}, 'TR', false],
    ['not a language', { language: '---' }, 'TR', false],
    ['a word that every object knows', { language: 'constructor' }, 'TR', false],
  ])('follows %s', (_, body, code, isDetected) => {
    const check = checkCountry(body, 'TR');
    expect([check.country.countryCode, check.isDetected]).toEqual([code, isDetected]);
  });
});
