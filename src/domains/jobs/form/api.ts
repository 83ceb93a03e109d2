import { fullName } from '../../../../contract/constants/text';
import { FEEDBACK_FIELDS, NO_ANSWERS, openStepOf, type OpenStep } from '../../../../contract/rules/feedback';
import { PAGE_LIMIT_MAX } from '../../../../contract/constants/limits';
import { APPOINTMENT_STATUS_GROUPS } from '../../../../contract/constants/statuses';
import type { Appointment } from '../../../../contract/schemas/appointments';
import type { Api } from '../../../lib/api';

/** An applicant whom closing the job would leave undecided. */
interface LeftOut {
  applicationId: number;
  name: string;
  step: OpenStep;
}

/** Applications of a job that wait for an answer. */
export interface Waiting {
  /** How many applications closing the job would decline. */
  count: number;
  leftOut: LeftOut[];
}

const ALL_GROUPS = Object.keys(APPOINTMENT_STATUS_GROUPS).join(',');

const leftOutBy = (appointment: Appointment): LeftOut[] => {
  const { applicationId, status, user } = appointment;
  const answers = { ...NO_ANSWERS };
  for (const field of FEEDBACK_FIELDS) answers[field] = appointment[field];
  const step = openStepOf({ status: status.name, answers });
  return step ? [{ applicationId, name: fullName(user), step }] : [];
};

/** Returns the applications of a job that wait for an answer. Of several appointments the last one counts. */
export const getWaiting = async (api: Api, jobId: number): Promise<Waiting> => {
  const query = { jobId, status: 'in_progress', limit: 0 } as const;
  const [answer, appointments] = await Promise.all([
    api.envelope('GET /search/application/all', { query }),
    api.call('GET /appointment/me', { query: { jobId, statusGroup: ALL_GROUPS, limit: PAGE_LIMIT_MAX } }),
  ]);
  const last = new Map<number, Appointment>();
  for (const one of [...appointments].sort((a, b) => a.id - b.id)) last.set(one.applicationId, one);
  const leftOut = [...last.values()].flatMap(leftOutBy);
  return { count: Math.max(0, (answer.total ?? 0) - leftOut.length), leftOut };
};

/** Returns the address for the PUT of the image. */
export const postJobImage = (api: Api, { fileName, file }: { fileName: string; file: Blob }) => {
  const contentType = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  return api.call('POST /job/image', { body: { fileName, contentType, contentLength: file.size } });
};
