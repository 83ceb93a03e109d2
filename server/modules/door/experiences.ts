import { fold } from '../../../contract/constants/text';
import type { WorkerBody } from '../../../contract/schemas/gateway';
import type { StoredExperience } from '../workers';
import type { Answers } from './forms';
import type { PageJob } from './jobRepository';

const isSame = (one: StoredExperience, { positionId, positionName }: PageJob): boolean =>
  one.positionId ? one.positionId === positionId : fold(one.position) === fold(positionName);

/**
 * Returns an applicant's experiences with the answer for this job, which replaces the one for the same position;
 * undefined without an answer. "None" is an experience of no months.
 */
export const experiencesWith = (
  known: readonly StoredExperience[],
  { experience }: Answers,
  job: PageJob,
): WorkerBody['experiences'] => {
  if (experience === null) return undefined;
  const others = known
    .filter((one) => !isSame(one, job))
    .map(({ companyName, position, positionId, duration }) => ({
      companyName,
      position,
      ...(positionId !== undefined && { positionId }),
      durationMonths: duration.key,
    }));
  const { positionId, positionName } = job;
  const own = {
    companyName: '',
    position: positionName,
    ...(positionId !== null && { positionId }),
    durationMonths: experience,
  };
  return [...others, own];
};
