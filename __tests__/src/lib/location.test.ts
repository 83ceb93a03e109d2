import { placeScopeOf } from '../../../src/lib/location';
import { aUser } from '../../support/builders';

const location = { name: 'Moda', latitude: 40.98, longitude: 29.02 };

test.each([
  ['a guest', null, {}],
  ['a user without a place', aUser({ location: null }), { country: 'TR' }],
  ['a user with a place', aUser({ location }), { country: 'TR', near: '40.98, 29.02' }],
])('limits a search of places for %s', (_who, user, scope) => expect(placeScopeOf(user)).toEqual(scope));
