import type { Subscription } from '../../contract/schemas/product';

const feature = (order: number, description: string, preview = false) => ({
  order,
  description,
  preview,
  icon: 'check',
});

/** Returns a monthly subscription that renews itself, with its features out of order on purpose. */
export const aSubscription = (given: Partial<Subscription> = {}): Subscription => ({
  id: 2,
  planId: 2,
  startsAt: '2026-10-19T09:00:00.000Z',
  nextAttemptAt: '2026-12-19T09:00:00.000Z',
  endsAt: null,
  status: 'active',
  plan: {
    id: 2,
    interval: 1,
    isPurchasable: true,
    isUpgradeable: true,
    currency: 'TRY',
    period: 'monthly',
    price: 999,
    product: {
      id: 2,
      title: 'Monthly plan',
      features: [feature(2, 'Messages'), feature(1, '5 jobs a month'), feature(3, 'Cancel whenever you like', true)],
    },
  },
  nextPrice: null,
  ...given,
});
