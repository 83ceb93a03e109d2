import type { Subscription } from '../../../contract/schemas/product';
import type { Ports } from '../kit/ports';

type Api = Ports['api'];

/** The company's subscriptions, oldest first. */
export const getSubscriptions = async ({ main }: Api, signal?: AbortSignal): Promise<Subscription[]> =>
  (await main.request<Subscription[]>({ method: 'GET', path: '/product/subscription', signal })).payload;

/** Renews no more; it runs to its end. */
export const deleteSubscription = async ({ main }: Api, id: number, signal?: AbortSignal): Promise<null> =>
  (await main.request<null>({ method: 'DELETE', path: `/product/subscription/${id}/cancel`, signal })).payload;
