import { DEFAULT_SETTINGS, dateLocaleFor, parseSettings } from '../../../src/lib/settings';

describe('runtime settings', () => {
  test.each([
    ['absent', null],
    ['empty', '{}'],
    ['not JSON', '{'],
    ['null', 'null'],
  ])('%s: uses the defaults', (_name, text) => expect(parseSettings(text)).toEqual(DEFAULT_SETTINGS));

  test('uses given values and ignores those of a wrong type', () => {
    const text = JSON.stringify({ mainApi: '/v2', devTools: 'yes', googleMapsKey: 'k', cspNonce: 4, extra: 1 });
    expect(parseSettings(text)).toEqual({ ...DEFAULT_SETTINGS, mainApi: '/v2', googleMapsKey: 'k' });
  });
});

test.each([
  ['tr', 'en', 'tr'],
  ['interface', 'es-MX', 'es-MX'],
])('the date locale %s gives an interface in %s weekdays in %s', (dateLocale, locale, expected) =>
  expect(dateLocaleFor(locale, { ...DEFAULT_SETTINGS, dateLocale })).toBe(expected),
);
