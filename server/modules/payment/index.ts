import type { FastifyInstance } from 'fastify';
import { getReceipt, initPayment, payByCard, startCheckout, syncPayment } from '../../../contract/routes/commerce';
import type { Deps } from '../../platform/deps';
import { idempotently } from '../../platform/http/idempotency';
import { route } from '../../platform/http/route';
import { attemptOf } from './purchase';
import * as checkout from './purchaseService';
import { registerPaymentPages } from './pages/routes';
import { makeReceipt } from './receipts';
import { LIMITS } from '../../platform/limits';

export * from './settlement';
export * from './repository';
export * from './purchase';
export * from './renewals';
export * from './renew';

export const registerPayment = (app: FastifyInstance, deps: Deps): void => {
  route(app, payByCard, async ({ user, language, requestId, body, request }) => {
    const caller = { user, language, requestId, ip: request.ip };
    // No card data goes into the fingerprint.
    const { basketId } = body;
    const attempt = await attemptOf(deps, caller, {
      route: payByCard.id,
      opensForm: false,
      body: { basketId },
      request,
    });
    const payload = await idempotently(deps, attempt.call, (keep) =>
      checkout.payByCard(deps, caller, body, { ...attempt, keep }),
    );
    return { payload };
  });
  for (const contract of [startCheckout, initPayment]) {
    route(app, contract, async ({ user, language, requestId, body, request }) => {
      const caller = { user, language, requestId, ip: request.ip };
      const attempt = await attemptOf(deps, caller, { route: contract.id, opensForm: true, body, request });
      const payload = await idempotently(deps, attempt.call, (keep) =>
        checkout.startCheckout(deps, caller, body, { ...attempt, keep }),
      );
      return { payload };
    });
  }
  route(app, syncPayment, async (caller) => ({
    payload: await checkout.syncPayment(deps, caller, caller.body),
  }));
  route(app, getReceipt, async ({ user, language, params }) => {
    await deps.limiter.take(LIMITS.receipt, String(user.id));
    return { file: await makeReceipt(deps, user, { id: params.paymentId, language }) };
  });
  registerPaymentPages(app, deps);
};
