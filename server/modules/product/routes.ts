import type { FastifyInstance } from 'fastify';
import { cancelSubscription, getSubscriptionPlans, getSubscriptions } from '../../../contract/routes/product';
import type { Deps } from '../../platform/deps';
import { route } from '../../platform/http/route';
import { presentPlan, presentSubscription } from './service';
import { listPlans, listSubscriptions } from './repository';
import * as service from './service';

export const registerProduct = (app: FastifyInstance, deps: Deps): void => {
  route(app, getSubscriptionPlans, async ({ language }) => ({
    payload: (await listPlans(deps.db)).map((plan) => presentPlan(plan, language)),
  }));
  route(app, getSubscriptions, async ({ user, language }) => {
    const now = deps.clock.now();
    const subscriptions = await listSubscriptions(deps.db, user);
    return { payload: subscriptions.map((one) => presentSubscription(one, { language, now })) };
  });
  route(app, cancelSubscription, async ({ user, requestId, params }) => {
    await service.cancelSubscription(deps, { user, requestId, id: params.id });
    return { payload: null };
  });
};
