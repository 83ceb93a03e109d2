import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { Id } from '../schemas/common';
import { NoPayload, envelope } from '../schemas/envelope';
import { SubscriptionPlans, Subscriptions } from '../schemas/product';
import { defineRoute } from './defineRoute';

const byCompany = { level: 'company', types: ['company'] } as const;

export const getSubscriptionPlans = defineRoute({
  id: 'getSubscriptionPlans',
  summary: 'List plans that are open for subscription',
  method: 'GET',
  path: '/api/product/subscription/plan',
  access: byCompany,
  reply: envelope(SubscriptionPlans),
  errors: [],
});

export const getSubscriptions = defineRoute({
  id: 'getSubscriptions',
  summary: "List the company's subscriptions, oldest first; the last one is current when it is active",
  method: 'GET',
  path: '/api/product/subscription',
  access: byCompany,
  reply: envelope(Subscriptions),
  errors: [],
});

export const cancelSubscription = defineRoute({
  id: 'cancelSubscription',
  summary: 'Cancel the renewal of a subscription, which runs until `endsAt`; idempotent',
  method: 'DELETE',
  path: '/api/product/subscription/:id/cancel',
  access: byCompany,
  params: Type.Object({ id: Id }),
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.subscriptionNotActive],
});
