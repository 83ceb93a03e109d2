import type { DeclineBody } from '../../../contract/schemas/decisions';
import type { Api } from '../../lib/api';

/** Declines an application, or changes the reason and the notice of a declined one. Returns its row. */
export const putDecline = async (api: Api, id: number, body: DeclineBody) =>
  (await api.call('PUT /job/application/:id/decline', { params: { id }, body })).application;
