import type { SyncBody, SyncPayload } from '../../../contract/schemas/commerce';
import type { Ports } from '../kit/ports';

/** What became of the payment of a basket, or of one attempt to pay it. */
export const postSync = async ({ main }: Ports['api'], body: SyncBody, signal?: AbortSignal): Promise<SyncPayload> =>
  (await main.request<SyncPayload>({ method: 'POST', path: '/payment/sync', body, signal })).payload;
