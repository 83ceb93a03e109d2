import { ERROR_KEYS } from '../constants/errorKeys';
import { IdParams } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import { SubscriptionPlans, Subscriptions } from '../schemas/product';
import { defineRoute } from './defineRoute';

const byCompany = { level: 'company', types: ['company'] } as const;

export const getSubscriptionPlans = defineRoute('getSubscriptionPlans', 'GET /api/product/subscription/plan', {
  summary: 'List plans that are open for subscription',
  access: byCompany,
  reply: envelope(SubscriptionPlans),
});

export const getSubscriptions = defineRoute('getSubscriptions', 'GET /api/product/subscription', {
  summary: "List the company's subscriptions, oldest first; the last one is current when it is active",
  access: byCompany,
  reply: envelope(Subscriptions),
});

export const cancelSubscription = defineRoute('cancelSubscription', 'DELETE /api/product/subscription/:id/cancel', {
  summary: 'Cancel the renewal of a subscription, which runs until `endsAt`; idempotent',
  access: byCompany,
  params: IdParams,
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.subscriptionNotActive],
});
