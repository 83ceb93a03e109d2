import type { FastifyInstance } from 'fastify';
import { initPayment, payByCard, startCheckout, syncPayment } from '../../../contract/routes/commerce';
import type { Deps } from '../../platform/deps';
import { idempotently } from '../../platform/http/idempotency';
import { route } from '../../platform/http/route';
import * as checkout from './checkout';
import { registerPaymentPages } from './pageRoutes';
import * as service from './service';

/** Paying a basket, and what became of it. */
export const registerPayment = (app: FastifyInstance, deps: Deps): void => {
  route(app, payByCard, async ({ user, language, requestId, body, request }) => {
    const key = request.headers['idempotency-key'];
    // Of the card nothing is kept, not even a fingerprint.
    const call = { userId: user.id, route: payByCard.id, key, body: { basketId: body.basketId } };
    const payload = await idempotently(deps, call, (keep) =>
      service.payByCard(deps, { user, language, requestId, ip: request.ip }, body, {
        keep,
        key: typeof key === 'string' ? key : undefined,
      }),
    );
    return { payload };
  });
  for (const contract of [startCheckout, initPayment]) {
    route(app, contract, async ({ user, language, requestId, body, request }) => {
      const call = { userId: user.id, route: contract.id, key: request.headers['idempotency-key'], body };
      const caller = { user, language, requestId, ip: request.ip };
      return { payload: await idempotently(deps, call, (keep) => checkout.startCheckout(deps, caller, body, keep)) };
    });
  }
  route(app, syncPayment, async (caller) => ({
    payload: await service.syncPayment(deps, caller, caller.body),
  }));
  registerPaymentPages(app, deps);
};
