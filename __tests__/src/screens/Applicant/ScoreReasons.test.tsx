import { screen } from '@testing-library/react';
import { ScoreReasons } from '../../../../src/screens/Applicant/ScoreReasons';
import { anApplicant } from '../../../support/applicantBuilder';
import { renderUi } from '../../../support/renderUi';

const user = {
  ...anApplicant().user,
  distance: '30.7 KM',
  experienceMonth: 6,
  education: 'middle' as const,
  english: 2 as const,
};

type Reason = Parameters<typeof ScoreReasons>[0]['scoreReasons'][number];
const reason = (factor: Reason['factor'], score: number, wants: Reason['wants'] = null): Reason => ({
  factor,
  score,
  weight: 0.2,
  isGiven: true,
  wants,
});

test.each([
  [reason('distance', 0, 25), /^30\.7 km: too far for 25 km$/],
  [reason('distance', 0.4, 25), /^30\.7 km$/],
  [reason('experience', 0.5, 12), /^6 months; the job asks for 1 year$/],
  [reason('experience', 1, 6), /^6 months$/],
  [reason('experience', 0.4), /^6 months$/],
  [reason('education', 0.667, 'high_school'), /^Middle school; the job asks for High school$/],
  [reason('education', 1), /^Middle school$/],
  [reason('languages', 0.667, 3), /^Beginner; the job asks for Intermediate$/],
  [reason('languages', 1), /^Not asked for$/],
  [reason('position', 0), /^Hasn’t done this work$/],
  [reason('position', 0.7), /^Has done this work$/],
  [reason('workTimes', 0), /^Wants another type of work$/],
  [reason('age', 0.8), /^Outside the job’s ages$/],
  [{ ...reason('distance', 0.5), isGiven: false }, /^Not given$/],
  // A server of the release before says nothing about what the job asks for.
  [{ factor: 'experience', score: 0.5, weight: 0.2 } as Reason, /^6 months$/],
])('says %j in words', (one, words) => {
  renderUi(<ScoreReasons user={user} scoreReasons={[one]} />);
  expect(screen.getByRole('definition', { hidden: true })).toHaveTextContent(words);
  expect(screen.queryByText(/%/)).toBeNull();
});
