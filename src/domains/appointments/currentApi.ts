import type { FeedbackBody } from '../../../contract/schemas/applications';
import type { Api } from '../../lib/api';
import { placeOf } from '../../lib/location';
import type { FeedbackCorrection, WorkPlace } from './currentSlice';

/** Returns a job's first place of work, or null if its text cannot be parsed. */
export const getWorkPlace = async (api: Api, jobId: number): Promise<WorkPlace | null> => {
  const { job } = await api.call('GET /job/:id', { params: { id: jobId } });
  const first = job.selectedCompanyLocations[0];
  const point = placeOf(first?.position ?? null);
  return first && point ? { ...point, name: first.name } : null;
};

/** Returns the changed row of the application. */
export const putFeedback = async (
  api: Api,
  { jobId, applicationId: id }: { jobId: number; applicationId: number },
  body: FeedbackBody,
) => (await api.call('PUT /job/detail/:jobId/application/:id/feedback', { params: { jobId, id }, body })).application;

/** Returns the application and the appointment after the removal, and whether the worker had been told of the answer. */
export const deleteFeedback = async (api: Api, { appointmentId: id, answer, comment }: FeedbackCorrection) => {
  const { field, recordedAt } = answer;
  const reason = comment.trim();
  const body = { expected: { field, recordedAt }, ...(reason && { reason }) };
  return api.call('DELETE /appointment/:id/feedback', { params: { id }, body });
};
