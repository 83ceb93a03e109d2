import type { FirstDayBody } from '../../../contract/schemas/firstDay';
import type { Api } from '../../lib/api';

/** Sets or changes the first day and returns the row of the application. */
export const putFirstDay = async (api: Api, id: number, body: FirstDayBody) =>
  (await api.call('PUT /job/application/:id/first-day', { params: { id }, body })).application;

/** Records whether the worker started, or takes the record back with null. Returns the row of the application. */
export const putFirstDayOutcome = async (api: Api, id: number, started: boolean | null, signal?: AbortSignal) =>
  (await api.call('PUT /job/application/:id/first-day/outcome', { params: { id }, body: { started }, signal }))
    .application;

/** More first days than anybody forgets to record. */
const DUE_LIMIT = 50;

/** Returns the applications of a job, or of all jobs, whose first day has begun and is not recorded. */
export const getDueFirstDays = (api: Api, jobId: number | null, signal?: AbortSignal) =>
  api.call('GET /search/application/all', { query: { firstDay: 'due', jobId, limit: DUE_LIMIT }, signal });
