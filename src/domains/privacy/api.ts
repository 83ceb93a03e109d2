import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { RetentionMonths } from '../../../contract/constants/privacy';
import type { Hold, PrivacyRequest } from '../../../contract/schemas/privacy';
import type { Api } from '../../lib/api';
import type { Loadable } from '../kit/loadable';
import type { Listed, Overview, PersonWithHold, Switch } from './slice';

/** Maximum number of requests, and of holds, that the page shows. */
const LISTED_MAX = 100;

export const getOverview = async (api: Api): Promise<Overview> => {
  const [{ settings }, { retention }] = await Promise.all([
    api.call('GET /organisation/settings'),
    api.call('GET /privacy/retention'),
  ]);
  return { settings, retention };
};

/** Changes only the period or only a switch; returns all settings. */
export const putSettings = async (
  api: Api,
  overview: Loadable<Overview>,
  change: { retentionMonths: RetentionMonths } | Partial<Record<Switch, boolean>>,
) => {
  if (overview.status !== 'loaded') throw new Error('The page changes only settings that have loaded.');
  const { tellingMinutes, version } = overview.data.settings;
  const body = { tellingMinutes, version, ...change };
  return (await api.call('PUT /organisation/settings', { body })).settings;
};

const listedOf = <T>({ payload: rows, total = rows.length }: { payload: T[]; total?: number }): Listed<T> => ({
  rows,
  total,
});

export const getRequests = async (api: Api): Promise<Listed<PrivacyRequest>> =>
  listedOf(await api.envelope('GET /privacy/requests', { query: { limit: LISTED_MAX } }));

/** Returns how many requests are open. */
export const countOpen = async (api: Api): Promise<number> =>
  (await api.envelope('GET /privacy/requests', { query: { state: 'open', limit: 0 } })).total ?? 0;

/** Closes a request for data once the person has received the data. */
export const postAnswered = (api: Api, id: number) =>
  api.call('POST /privacy/requests/:id/answered', { params: { id } });

export const getHolds = async (api: Api): Promise<Listed<Hold>> =>
  listedOf(await api.envelope('GET /privacy/holds', { query: { limit: LISTED_MAX } }));

/** Puts data on hold for the reason in `note`; null releases it. */
export const putHold = (api: Api, { workerId, note }: { workerId: number; note: string | null }) => {
  const body = note === null ? { isOnHold: false } : { isOnHold: true, note };
  return api.call('PUT /privacy/workers/:id/hold', { params: { id: workerId }, body });
};

/** Returns the applicant of an application, and whether their data is on hold. */
export const getPerson = async (api: Api, id: number): Promise<PersonWithHold> => {
  const { application } = await api.call('GET /search/application/:id', { params: { id } });
  const { id: workerId, firstName, lastName, imageUrl } = application.user;
  const [hold = null] = await api.call('GET /privacy/holds', { query: { workerId, limit: 1 } });
  return { workerId, firstName, lastName, imageUrl, isOnHold: hold !== null, hold };
};

/** Returns a workbook of the people who are made anonymous within seven days. */
export const postDueList = (api: Api, months: RetentionMonths) =>
  api.file('POST /privacy/retention/export', { body: { months }, accept: MEDIA_TYPES.workbook });

/** Makes a file of a worker's data and returns it. */
export const getDataFile = async (api: Api, workerId: number) => {
  const { exportId } = await api.call('POST /privacy/workers/:id/export', { params: { id: workerId } });
  return api.file('GET /privacy/exports/:id/file', { params: { id: exportId }, accept: MEDIA_TYPES.download });
};

export const postErasure = (api: Api, { workerId, confirmName }: { workerId: number; confirmName: string }) =>
  api.call('POST /privacy/workers/:id/erase', { params: { id: workerId }, body: { confirmName } });
