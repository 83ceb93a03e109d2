import { placeScopeOf, shownName } from '../../../src/lib/location';
import { aUser } from '../../support/builders';

const location = { name: 'Moda', latitude: 40.98, longitude: 29.02 };

test.each([
  ['a guest', null, {}],
  ['a user without a place', aUser({ location: null }), { country: 'TR' }],
  ['a user with a place', aUser({ location }), { country: 'TR', near: '40.98, 29.02' }],
])('limits a search of places for %s', (_who, user, scope) => expect(placeScopeOf(user)).toEqual(scope));

const KADIKOY = { name: 'Kadıköy', fullName: 'Kadıköy, İstanbul', latitude: 40.99, longitude: 29.03 };

test.each([
  ['its name', 'Moda', [], 'Moda'],
  ['the nearest known place for coordinates', '40.98, 29.02', [KADIKOY], 'Kadıköy, İstanbul'],
  ['nothing for coordinates without a place near', '40.98, 29.02', [{ ...KADIKOY, latitude: 41.2 }], ''],
  ['nothing for coordinates before the places load', '40.98, 29.02', [], ''],
])('a place shows %s', (_what, name, known, shown) => {
  expect(shownName({ name, latitude: 40.98, longitude: 29.02 }, known)).toBe(shown);
});
