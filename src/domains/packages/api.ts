import type { Api } from '../../lib/api';

/** Stops the renewal; the subscription ends with its period. */
export const deleteSubscription = (api: Api, id: number, signal?: AbortSignal) =>
  api.call('DELETE /product/subscription/:id/cancel', { params: { id }, signal });

/** Returns the packages that the company may buy, in the catalogue's order. */
export const getPackages = async (api: Api, signal?: AbortSignal) =>
  (await api.call('GET /payment/packages', { signal })).packages;
