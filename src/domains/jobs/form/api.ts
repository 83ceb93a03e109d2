import type { FormField, FormInputList } from '../../../../contract/schemas/reference';
import type {
  CompanyLocation,
  Job,
  JobBody,
  JobChangeBody,
  JobChangePayload,
  JobImagePayload,
  JobPayload,
  SpokenLanguage,
} from '../../../../contract/schemas/jobForm';
import type { Ports } from '../../kit/ports';

type Api = Ports['api'];

export interface Option {
  id: number;
  name: string;
}

/** The fields of the job form as this country has them. */
export const getJobFormFields = async ({ main }: Api, signal?: AbortSignal): Promise<FormField[]> => {
  const body = { formName: 'JobForm' };
  return (await main.request<FormInputList>({ method: 'POST', path: '/form-input-list', body, signal })).payload.fields;
};

export const getJob = async ({ main }: Api, id: number, signal?: AbortSignal): Promise<Job> =>
  (await main.request<JobPayload>({ method: 'GET', path: `/job/${id}`, signal })).payload.job;

/** `key`: the same for each try of one posting, so that it is created once. */
export const postJob = async (
  { main }: Api,
  { body, key }: { body: JobBody; key: string },
  signal?: AbortSignal,
): Promise<JobChangePayload> => {
  const headers = { 'Idempotency-Key': key };
  return (await main.request<JobChangePayload>({ method: 'POST', path: '/job', body, headers, signal })).payload;
};

export const putJob = async (
  { main }: Api,
  { id, body }: { id: number; body: JobChangeBody },
  signal?: AbortSignal,
): Promise<JobChangePayload> =>
  (await main.request<JobChangePayload>({ method: 'PUT', path: `/job/${id}`, body, signal })).payload;

export const postJobCopy = async ({ main }: Api, id: number, signal?: AbortSignal): Promise<Job> =>
  (await main.request<JobPayload>({ method: 'POST', path: `/job/${id}/copy`, signal })).payload.job;

/** Asks for an address to which the bytes are PUT. */
export const postJobImage = async (
  { main }: Api,
  { fileName, file }: { fileName: string; file: Blob },
  signal?: AbortSignal,
): Promise<JobImagePayload> => {
  const body = { fileName, contentType: file.type, contentLength: file.size };
  return (await main.request<JobImagePayload>({ method: 'POST', path: '/job/image', body, signal })).payload;
};

export const getPositions = async ({ main }: Api, q: string, signal?: AbortSignal): Promise<Option[]> =>
  (await main.request<Option[]>({ method: 'GET', path: '/job/job-positions/datalist', query: { q }, signal })).payload;

export const getSpokenLanguages = async ({ main }: Api, signal?: AbortSignal): Promise<SpokenLanguage[]> =>
  (await main.request<SpokenLanguage[]>({ method: 'GET', path: '/job/language', signal })).payload;

export const getTags = async ({ main }: Api, signal?: AbortSignal): Promise<Option[]> =>
  (await main.request<Option[]>({ method: 'GET', path: '/job/tag', signal })).payload;

export const postTag = async ({ main }: Api, name: string, signal?: AbortSignal): Promise<Option> =>
  (await main.request<{ tag: Option }>({ method: 'POST', path: '/job/tag', body: { name }, signal })).payload.tag;

/** Places of work of a branch, or (null) of oneself. */
export const getCompanyLocations = async (
  { main }: Api,
  ownerId: number | null,
  signal?: AbortSignal,
): Promise<CompanyLocation[]> => {
  const query = { targetUserId: ownerId };
  return (await main.request<CompanyLocation[]>({ method: 'GET', path: '/job/company-location', query, signal }))
    .payload;
};

export const postCompanyLocation = async (
  { main }: Api,
  { ownerId, name, location }: { ownerId: number | null; name: string; location: string },
  signal?: AbortSignal,
): Promise<CompanyLocation> => {
  const body = { name, location, ...(ownerId !== null && { targetUser: ownerId }) };
  const path = '/job/company-location';
  return (await main.request<{ location: CompanyLocation }>({ method: 'POST', path, body, signal })).payload.location;
};
