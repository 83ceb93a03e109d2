import type { JobBody, JobChangeBody } from '../../../../contract/schemas/jobForm';
import type { Api } from '../../../lib/api';

/** Returns the fields of the job form in this country. */
export const getJobFormFields = async (api: Api, signal?: AbortSignal) =>
  (await api.call('POST /form-input-list', { body: { formName: 'JobForm' }, signal })).fields;

export const getJob = async (api: Api, id: number, signal?: AbortSignal) =>
  (await api.call('GET /job/:id', { params: { id }, signal })).job;

/** `key` stays the same for every try of one posting, so that the server creates the job only once. */
export const postJob = (api: Api, { body, key }: { body: JobBody; key: string }, signal?: AbortSignal) =>
  api.call('POST /job', { body, headers: { 'Idempotency-Key': key }, signal });

export const putJob = (api: Api, { id, body }: { id: number; body: JobChangeBody }, signal?: AbortSignal) =>
  api.call('PUT /job/:id', { params: { id }, body, signal });

export const postJobCopy = async (api: Api, id: number, signal?: AbortSignal) =>
  (await api.call('POST /job/:id/copy', { params: { id }, signal })).job;

/** Returns the address for the PUT of the image. */
export const postJobImage = (api: Api, { fileName, file }: { fileName: string; file: Blob }, signal?: AbortSignal) => {
  const contentType = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  return api.call('POST /job/image', { body: { fileName, contentType, contentLength: file.size }, signal });
};

export const getPositions = (api: Api, q: string, signal?: AbortSignal) =>
  api.call('GET /job/job-positions/datalist', { query: { q }, signal });

export const getSpokenLanguages = (api: Api, signal?: AbortSignal) => api.call('GET /job/language', { signal });

export const getTags = (api: Api, signal?: AbortSignal) => api.call('GET /job/tag', { signal });

export const postTag = async (api: Api, name: string, signal?: AbortSignal) =>
  (await api.call('POST /job/tag', { body: { name }, signal })).tag;

/** Returns the places of work of a branch; null means the user's own. */
export const getCompanyLocations = (api: Api, ownerId: number | null, signal?: AbortSignal) =>
  api.call('GET /job/company-location', { query: { targetUserId: ownerId }, signal });

export const postCompanyLocation = async (
  api: Api,
  { ownerId, ...place }: { ownerId: number | null; name: string; location: string },
  signal?: AbortSignal,
) => {
  const body = { ...place, ...(ownerId !== null && { targetUser: ownerId }) };
  return (await api.call('POST /job/company-location', { body, signal })).location;
};
