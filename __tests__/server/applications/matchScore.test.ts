import { ageOn, dayAt } from '../../../contract/zone';
import { distanceKm, nearestDistanceKm } from '../../../server/platform/geo';
import { MATCH_WEIGHTS, MATCH_WEIGHTS_WITH_AGE, SCORE_FACTORS } from '../../../contract/constants/options';
import { matchScore, type ScoredJob, type ScoredWorker } from '../../../server/modules/matching';

const aJob = (changes: Partial<ScoredJob> = {}): ScoredJob => ({
  positionId: 1,
  positionName: 'Garson',
  minExperienceMonths: 12,
  minEducation: 'high_school',
  minEnglish: 3,
  ageMin: 20,
  ageMax: 40,
  workTimes: ['full_time', 'part_time'],
  ...changes,
});

const aWorker = (changes: Partial<ScoredWorker> = {}): ScoredWorker => ({
  experiences: [{ positionId: 1, position: 'Garson', months: 12 }],
  experienceMonths: 12,
  distanceKm: 5,
  education: 'high_school',
  english: 2,
  age: 30,
  workTimes: ['full_time'],
  ...changes,
});

const valueOf = (factor: string, worker: Partial<ScoredWorker>, job: Partial<ScoredJob> = {}): number | undefined =>
  matchScore(aJob(job), aWorker(worker), MATCH_WEIGHTS_WITH_AGE).reasons.find((one) => one.factor === factor)?.value;

describe('matchScore', () => {
  it('is 1 for a perfect worker and 0 for the opposite', () => {
    const best = { experiences: [{ position: 'GARSON', months: 60 }], experienceMonths: 60, distanceKm: 0, english: 4 };
    const worst: Partial<ScoredWorker> = { experiences: [], experienceMonths: 0, distanceKm: 900, english: 1 };
    expect(matchScore(aJob(), aWorker({ ...best, workTimes: ['full_time', 'part_time'] })).score).toBe(1);
    const none = aWorker({ ...worst, education: 'elementary', age: 70, workTimes: ['seasonal'] });
    expect(matchScore(aJob({ minEducation: 'university', minEnglish: 4 }), none).score).toBe(0);
  });

  it('has weights that add up to 1 and reasons that add up to the score', () => {
    for (const weights of [MATCH_WEIGHTS, MATCH_WEIGHTS_WITH_AGE]) {
      expect(Object.values(weights).reduce((one, two) => one + two, 0)).toBeCloseTo(1, 10);
      const { score, reasons } = matchScore(aJob(), aWorker(), weights);
      expect(reasons.map((one) => one.factor)).toEqual(SCORE_FACTORS.filter((factor) => weights[factor] > 0));
      expect(reasons.reduce((sum, one) => sum + one.weight * one.value, 0)).toBeCloseTo(score, 2);
    }
  });

  it('gives no points for an age unless the setting says so', () => {
    const scoresOf = (weights: typeof MATCH_WEIGHTS) =>
      [19, 30, 70, null].map((age) => matchScore(aJob(), aWorker({ age }), weights).score);
    expect(new Set(scoresOf(MATCH_WEIGHTS)).size).toBe(1);
    expect(new Set(scoresOf(MATCH_WEIGHTS_WITH_AGE)).size).toBe(4);
    expect(matchScore(aJob(), aWorker()).reasons.map(({ factor }) => factor)).not.toContain('age');
  });

  it('gives with each reason what the job asks for', () => {
    const wants = Object.fromEntries(matchScore(aJob(), aWorker()).reasons.map((one) => [one.factor, one.wants]));
    expect(wants).toEqual({
      position: null,
      experience: 12,
      distance: 25,
      education: 'high_school',
      languages: 3,
      workTimes: null,
    });
  });

  it.each([
    ['position', { experiences: [] }, {}, 0],
    ['position', { experiences: [{ positionId: 2, position: 'Garson', months: 24 }] }, {}, 0],
    ['position', { experiences: [{ positionId: 1, position: 'Garson', months: 24 }] }, {}, 1],
    ['position', { experiences: [{ positionId: null, position: 'garson', months: 12 }] }, {}, 0.7],
    ['experience', { experienceMonths: 6 }, {}, 0.5],
    ['experience', { experienceMonths: 0 }, { minExperienceMonths: null }, 0.3],
    ['experience', { experienceMonths: 1, experienceMax: 12 }, { minExperienceMonths: 24 }, 0.271],
    ['experience', { experienceMonths: 36, experienceMax: null }, { minExperienceMonths: 48 }, 0.75],
    ['position', { experiences: [], isFromPage: true }, {}, 0.5],
    ['position', { experiences: [{ positionId: 2, position: 'Aşçı', months: 24 }], isFromPage: true }, {}, 0.5],
    ['position', { experiences: [{ positionId: 1, position: 'Garson', months: 0 }], isFromPage: true }, {}, 0],
    ['experience', { experiences: [], experienceMonths: 0, isFromPage: true }, {}, 0.5],
    ['experience', { experienceMonths: 0, isFromPage: true }, {}, 0],
    ['distance', { distanceKm: null }, {}, 0.5],
    ['distance', { distanceKm: 2 }, {}, 1],
    ['distance', { distanceKm: 25 }, {}, 0],
    ['education', { education: null }, {}, 0.5],
    ['education', { education: 'middle' }, {}, 0.667],
    ['education', { education: null }, { minEducation: null }, 1],
    ['languages', { english: null }, {}, 0],
    ['languages', { english: null, isFromPage: true }, {}, 0.5],
    ['languages', { english: 2 }, {}, 0.667],
    ['age', { age: null }, {}, 0.5],
    ['age', { age: 19 }, {}, 0.8],
    ['age', { age: 99 }, { ageMin: null, ageMax: null }, 1],
    ['age', { age: 60 }, { ageMax: null }, 1],
    ['workTimes', { workTimes: [] }, {}, 0.5],
    ['workTimes', { workTimes: ['seasonal'] }, {}, 0],
    ['workTimes', { workTimes: ['full_time'] }, {}, 0.85],
    ['workTimes', {}, { workTimes: [] }, 1],
  ] as [string, Partial<ScoredWorker>, Partial<ScoredJob>, number][])(
    'rates %s of %j for %j as %d',
    (factor, worker, job, value) => {
      expect(valueOf(factor, worker, job)).toBeCloseTo(value, 3);
    },
  );

  it('marks factors about which the worker said nothing', () => {
    const { reasons } = matchScore(aJob(), aWorker({ experiences: [], isFromPage: true, distanceKm: null }));
    const unknown = reasons.filter(({ isGiven }) => !isGiven).map(({ factor }) => factor);
    expect(unknown).toEqual(['position', 'experience', 'distance']);
  });

  const ladders: [string, Partial<ScoredWorker>[]][] = [
    [
      'months in the position',
      [0, 1, 6, 12, 24, 90].map((months) => ({ experiences: [{ position: 'Garson', months }] })),
    ],
    ['experience', [0, 1, 6, 11, 12, 40, 900].map((experienceMonths) => ({ experienceMonths }))],
    [
      'experience',
      [
        { experienceMonths: 0 },
        { experienceMonths: 1, experienceMax: 12 },
        { experienceMonths: 12, experienceMax: 36 },
        { experienceMonths: 36, experienceMax: null },
      ],
    ],
    ['nearness', [800, 40, 25, 24, 10, 3, 2, 0].map((km) => ({ distanceKm: km }))],
    ['education', (['elementary', 'middle', 'high_school', 'university'] as const).map((education) => ({ education }))],
    ['English', [1, 2, 3, 4].map((english) => ({ english }))],
    ['age from below', [10, 15, 17, 19, 20, 30].map((age) => ({ age }))],
    ['age from above', [80, 46, 45, 43, 41, 40].map((age) => ({ age }))],
    [
      'work times',
      ([['seasonal'], ['full_time'], ['full_time', 'part_time']] as const).map((workTimes) => ({ workTimes })),
    ],
  ];
  const jobs = [{}, { minExperienceMonths: null, minEducation: null, minEnglish: null, ageMin: null, ageMax: null }];
  it.each(ladders.flatMap(([name, steps]) => jobs.map((job) => [name, job, steps] as const)))(
    'never falls with better %s (%j)',
    (_name, job, steps) => {
      const scores = steps.map((step) => matchScore(aJob(job), aWorker(step), MATCH_WEIGHTS_WITH_AGE).score);
      expect(scores).toEqual([...scores].sort((one, two) => one - two));
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    },
  );
});

describe('age of an applicant', () => {
  it.each([
    ['2000-03-10', '2026-03-09T23:59:59Z', 25],
    ['2000-03-10', '2026-03-10T00:00:00Z', 26],
    ['2000-02-29', '2026-02-28T12:00:00Z', 25],
  ])('of a birth on %s at %s is %d years', (birthDate, now, age) => {
    expect(ageOn(birthDate, dayAt(new Date(now), 'UTC'))).toBe(age);
  });
});

describe('distanceKm', () => {
  const istanbul = { latitude: 41.0082, longitude: 28.9784 };
  const ankara = { latitude: 39.9334, longitude: 32.8597 };
  it.each([
    [istanbul, istanbul, 0],
    [istanbul, ankara, 349.3],
    [{ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111.2],
    [{ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 }, 20015.1],
  ])('measures %j to %j', (from, to, km) => {
    expect(Math.abs(distanceKm(from, to) - km)).toBeLessThan(1);
    expect(distanceKm(to, from)).toBeCloseTo(distanceKm(from, to), 9);
  });

  it('uses the nearest place and is null without one', () => {
    expect(nearestDistanceKm(istanbul, [ankara, istanbul])).toBe(0);
    expect(nearestDistanceKm(istanbul, [])).toBeNull();
    expect(nearestDistanceKm(null, [ankara])).toBeNull();
  });
});
