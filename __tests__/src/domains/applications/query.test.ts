import {
  emptyFilters,
  filtersFromSearchParams,
  filtersToQuery,
  filtersToSearchParams,
  normaliseFilters,
  type ApplicationFilters,
} from '../../../../src/domains/applications';
import { anApplication } from '../../../support/builders';
import { matchesFilters } from '../../../support/matchesFilters';

type Given = Partial<ApplicationFilters>;
const filters = (given: Given): ApplicationFilters => ({ ...emptyFilters, ...given });

describe('normaliseFilters', () => {
  test.each<[string, Given, Given]>([
    ['female clears military', { gender: 'female', military: 3 }, { gender: 'female', military: null }],
    ['no gender clears military', { military: 3 }, { military: null }],
    ['male keeps military', { gender: 'male', military: 3 }, { gender: 'male', military: 3 }],
    ['untouched ages limit nothing', { ageMin: 1, ageMax: 99 }, { ageMin: null, ageMax: null }],
    ['one end of the ages', { ageMin: 1, ageMax: 30 }, { ageMin: null, ageMax: 30 }],
    ['crossed ages are swapped', { ageMin: 40, ageMax: 20 }, { ageMin: 20, ageMax: 40 }],
    ['an untouched distance limits nothing', { distanceMax: 50 }, { distanceMax: null }],
    ['a distance', { distanceMax: 49 }, { distanceMax: 49 }],
    ['beyond the ranges', { ageMin: -3, ageMax: 300, distanceMax: 0 }, { ageMin: null, ageMax: null, distanceMax: 1 }],
    ['a text is trimmed', { q: '  Ayşe ' }, { q: 'Ayşe' }],
    ['a false flag is a filter', { came: false }, { came: false }],
  ])('%s', (_name, given, expected) => expect(normaliseFilters(filters(given))).toEqual(filters(expected)));
});

describe('filters in the query and in the address', () => {
  test('sends nothing when no filter is set', () => {
    expect(filtersToQuery(emptyFilters)).toEqual({});
    expect(filtersToSearchParams(emptyFilters).toString()).toBe('');
  });

  it('keeps the state of all needs without a kind', () => {
    expect(filtersToQuery(filters({ needState: 'due' }))).toEqual({ needState: 'due' });
  });

  const every = filters({
    q: 'Şule',
    branchId: 12,
    isSeen: false,
    stage: 'hired,started',
    need: 'decide',
    needState: 'lapsed',
    gender: 'male',
    military: 2,
    ageMin: 20,
    ageMax: 30,
    distanceMax: 10,
    experienceMin: 12,
    education: 'high_school',
    english: 4,
    came: true,
    positive: false,
    offerSent: true,
    offerAccepted: false,
  });

  test('reads every filter back from the address', () => {
    expect(filtersFromSearchParams(filtersToSearchParams(every))).toEqual(every);
    expect(filtersToQuery(every)).toEqual({ ...every });
  });

  test('sends a minimum experience of 0', () => {
    expect(filtersToQuery(filters({ experienceMin: 0 }))).toEqual({ experienceMin: 0 });
  });

  test.each([
    'gender=other',
    'branchId=-1',
    'ageMin=abc',
    'ageMin=-4',
    'distanceMax=1e3',
    ...['ageMin=500', 'ageMin=0', 'ageMax=100', 'ageMax=0', 'distanceMax=51', 'distanceMax=0'],
    'experienceMin=13',
    'english=9',
    'came=yes',
    'isSeen=true',
    'military=2',
    'education=phd',
  ])('ignores %s', (text) => {
    expect(filtersFromSearchParams(new URLSearchParams(text))).toEqual(emptyFilters);
  });
});

describe('matchesFilters', () => {
  const TODAY = '2026-11-20';
  const man = anApplication({ user: { gender: 'male', military: 3, firstName: 'İsmail', lastName: 'IŞIK' } });
  const unknown = anApplication({
    user: { birthDate: null, gender: null, distance: null, distanceInt: null, education: null, english: null },
  });
  test.each<[string, Given, boolean, ReturnType<typeof anApplication>?]>([
    ['no filter', {}, true],
    ['a name, folded', { q: 'ismail isik' }, true, man],
    ['part of both names', { q: 'ail ış' }, true, man],
    ['another name', { q: 'x' }, false],
    ['new', { isSeen: false }, true, anApplication({ isSeen: false })],
    ['opened', { isSeen: false }, false, anApplication({ isSeen: true })],
    ['gender', { gender: 'female' }, true],
    ['other gender', { gender: 'male' }, false],
    ['military of men', { gender: 'male', military: 3 }, true, man],
    ['another military', { gender: 'male', military: 1 }, false, man],
    ['28 years, from 28', { ageMin: 28 }, true],
    ['28 years, from 29', { ageMin: 29 }, false],
    ['28 years, to 28', { ageMax: 28 }, true],
    ['28 years, to 27', { ageMax: 27 }, false],
    ['4.2 km, to 5', { distanceMax: 5 }, true],
    ['4.2 km, to 4', { distanceMax: 4 }, false],
    ['18 months, from 18', { experienceMin: 18 }, true],
    ['18 months, from 24', { experienceMin: 24 }, false],
    ['education', { education: 'university' }, true],
    ['another education', { education: 'middle' }, false],
    ['English', { english: 3 }, true],
    ['another English', { english: 4 }, false],
    ['an unanswered flag is not true', { came: true }, false],
    ['an unanswered flag is not false', { came: false }, false],
    ['answered', { came: false }, true, anApplication({ isApplicantCameToAppointment: false })],
    ['positive', { positive: true }, true, anApplication({ isAppointmentPositive: true })],
    ['offer sent', { offerSent: true }, false, anApplication({ isOfferSentToApplicant: false })],
    ['offer accepted', { offerAccepted: true }, true, anApplication({ isApplicantAcceptTheOffer: true })],
    ['unknown age', { ageMin: 2 }, false, unknown],
    ['unknown distance', { distanceMax: 49 }, false, unknown],
    ['unknown and untouched', { ageMin: 1, ageMax: 99, distanceMax: 50 }, true, unknown],
  ])('%s: %j %s', (_name, given, expected, row = anApplication()) => {
    expect(matchesFilters(row, filters(given), TODAY)).toBe(expected);
  });
});
