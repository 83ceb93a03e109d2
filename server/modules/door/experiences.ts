import { EXPERIENCE_RANGES, type OfferedExperience } from '../../../contract/constants/door';
import type { Told } from '../gateway';
import type { Answers, Person } from './forms';
import type { PageJob } from './jobRepository';

/** Returns the answer about the experience in a job's position as a former job at no company. */
export const experienceOf = (
  choice: OfferedExperience,
  { positionId, positionName }: Pick<PageJob, 'positionId' | 'positionName'>,
): Told['experiences'][number] => {
  const { min, max } = EXPERIENCE_RANGES[choice];
  return {
    id: 1,
    companyName: '',
    position: positionName,
    ...(positionId !== null && { positionId }),
    duration: { key: min, value: String(min), ...(max !== undefined && { max }) },
    startDate: null,
    endDate: null,
  };
};

/** Returns what belongs to one application alone. "None" is an experience of no months. */
export const toldOf = (
  { firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>,
  { experience }: Pick<Answers, 'experience'>,
  job: PageJob,
): Told => ({
  firstName,
  lastName,
  experiences: experience === null ? [] : [experienceOf(experience, job)],
  experienceMonths: experience === null ? null : EXPERIENCE_RANGES[experience].min,
});
