import { DEFAULT_SETTINGS, parseSettings } from '../../../src/lib/settings';

describe('runtime settings', () => {
  test.each([
    ['absent', null],
    ['empty', '{}'],
    ['not JSON', '{'],
    ['null', 'null'],
  ])('%s: the defaults', (_name, text) => expect(parseSettings(text)).toEqual(DEFAULT_SETTINGS));

  test('what is given counts, what has a wrong type does not', () => {
    const text = JSON.stringify({ mainApi: '/v2', devTools: 'yes', googleMapsKey: 'k', cspNonce: 4, extra: 1 });
    expect(parseSettings(text)).toEqual({ ...DEFAULT_SETTINGS, mainApi: '/v2', googleMapsKey: 'k' });
  });
});
