import type { DeclineBody } from '../../../contract/schemas/decisions';
import type { Api } from '../../lib/api';

/** Declines an application, or changes the reason and the telling of a declined one. Returns its row. */
export const putDecline = async (api: Api, id: number, body: DeclineBody, signal?: AbortSignal) =>
  (await api.call('PUT /job/application/:id/decline', { params: { id }, body, signal })).application;

/** Returns the application as it is now. */
export const getDeclined = async (api: Api, id: number, signal?: AbortSignal) =>
  (await api.call('GET /search/application/:id', { params: { id }, signal })).application;

/** Reopens a declined application; `wasTold`: the applicant already knew. */
export const deleteDecline = (api: Api, id: number, signal?: AbortSignal) =>
  api.call('DELETE /job/application/:id/decline', { params: { id }, signal });
