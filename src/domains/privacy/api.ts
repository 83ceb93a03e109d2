import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { RetentionMonths } from '../../../contract/constants/privacy';
import type { Api } from '../../lib/api';
import type { Overview, Person } from './slice';

const REQUESTS_MAX = 100;

export const getOverview = async (api: Api, signal?: AbortSignal): Promise<Overview> => {
  const [{ settings }, { retention }] = await Promise.all([
    api.call('GET /organisation/settings', { signal }),
    api.call('GET /privacy/retention', { signal }),
  ]);
  return { settings, retention };
};

/** Changes the period alone and returns all settings. */
export const putMonths = async (
  api: Api,
  { settings: { tellingMinutes, version } }: Pick<Overview, 'settings'>,
  retentionMonths: RetentionMonths,
  signal?: AbortSignal,
) => {
  const body = { tellingMinutes, version, retentionMonths };
  return (await api.call('PUT /organisation/settings', { body, signal })).settings;
};

export const getRequests = (api: Api, signal?: AbortSignal) =>
  api.call('GET /privacy/requests', { query: { limit: REQUESTS_MAX }, signal });

/** Returns whom an application is from. */
export const getPerson = async (api: Api, id: number, signal?: AbortSignal): Promise<Person> => {
  const { application } = await api.call('GET /search/application/:id', { params: { id }, signal });
  const { id: workerId, firstName, lastName, imageUrl } = application.user;
  return { workerId, firstName, lastName, imageUrl };
};

/** Makes a file of a worker's data and returns it. */
export const getDataFile = async (api: Api, workerId: number, signal?: AbortSignal) => {
  const { exportId } = await api.call('POST /privacy/workers/:id/export', { params: { id: workerId }, signal });
  return api.file('GET /privacy/exports/:id/file', { params: { id: exportId }, accept: MEDIA_TYPES.download, signal });
};

export const postErasure = (
  api: Api,
  { workerId, confirmName }: { workerId: number; confirmName: string },
  signal?: AbortSignal,
) => api.call('POST /privacy/workers/:id/erase', { params: { id: workerId }, body: { confirmName }, signal });
