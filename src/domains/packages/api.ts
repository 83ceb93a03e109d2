import type { Product } from '../../../contract/schemas/commerce';
import type { Subscription, SubscriptionPlan } from '../../../contract/schemas/product';
import type { Ports } from '../kit/ports';

type Api = Ports['api'];

/** The company's subscriptions, oldest first. */
export const getSubscriptions = async ({ main }: Api, signal?: AbortSignal): Promise<Subscription[]> =>
  (await main.request<Subscription[]>({ method: 'GET', path: '/product/subscription', signal })).payload;

/** Renews no more; it runs to its end. */
export const deleteSubscription = async ({ main }: Api, id: number, signal?: AbortSignal): Promise<null> =>
  (await main.request<null>({ method: 'DELETE', path: `/product/subscription/${id}/cancel`, signal })).payload;

/** Packages that the company may buy, in the catalogue's order. */
export const getPackages = async ({ main }: Api, signal?: AbortSignal): Promise<Product[]> =>
  (await main.request<{ packages: Product[] }>({ method: 'GET', path: '/payment/packages', signal })).payload.packages;

/** Plans that can be subscribed to. */
export const getPlans = async ({ main }: Api, signal?: AbortSignal): Promise<SubscriptionPlan[]> =>
  (await main.request<SubscriptionPlan[]>({ method: 'GET', path: '/product/subscription/plan', signal })).payload;
