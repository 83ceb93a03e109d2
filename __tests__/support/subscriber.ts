import { sql } from 'kysely';
import { addBasketItem, createBasket, payByCard } from '../../contract/routes/commerce';
import { cancelSubscription, getSubscriptionPlans, getSubscriptions } from '../../contract/routes/product';
import type { Subscription, SubscriptionPlan } from '../../contract/schemas/product';
import type { TestServer } from './testServer';

type As = 'company' | 'other' | 'empty';

/** Offers calls of a company that subscribes on a test server; `setCard` sets the result of later charges. */
export const subscriber = (server: TestServer, as: As) => {
  const email = `${as}@demo.test`;
  const current = async (): Promise<Subscription> => (await server.call(getSubscriptions, { as })).body.payload.at(-1);
  return {
    email,
    current,
    balance: async (): Promise<number> =>
      (await sql<{ n: number }>`select job_creation_balance as n from users where email = ${email}`.execute(server.db))
        .rows[0]!.n,
    subscribe: async (period: string): Promise<void> => {
      const plans: SubscriptionPlan[] = (await server.call(getSubscriptionPlans, { as })).body.payload;
      const planId = plans.find((plan) => plan.period === period)!.id;
      const { _id: basketId } = (await server.call(createBasket, { as })).body.payload.basket;
      const added = await server.call(addBasketItem, { as, params: { basketId }, body: { planId } });
      const card = { cardHolderName: 'Ada Ün', cardNumber: '4242424242424242', cvc: '123' };
      const body = { basketId, ...card, expireMonth: '12', expireYear: '39' };
      const paid = await server.call(payByCard, { as, body });
      if (added.status !== 200 || paid.status !== 200) throw new Error(`${email} could not subscribe`);
    },
    cancel: async () => server.call(cancelSubscription, { as, params: { id: (await current()).id } }),
    setCard: async (token: string): Promise<void> => {
      await sql`
        update subscriptions set provider_token = ${token}
        where status <> 'ended' and user_id = (select id from users where email = ${email})`.execute(server.db);
    },
    /** Returns the renewal payments as `state`, oldest first. */
    charges: async (): Promise<string[]> =>
      (
        await sql<{ state: string }>`
          select y.state from payments y join users u on u.id = y.user_id
          where u.email = ${email} and y.subscription_id is not null order by y.created_at, y.id`.execute(server.db)
      ).rows.map(({ state }) => state),
    /** Returns the subjects of the mails, oldest first. */
    mails: async (): Promise<string[]> =>
      (
        await sql<{ subject: string }>`
          select subject from outgoing_messages where channel = 'mail' and recipient = ${email} order by id`.execute(
          server.db,
        )
      ).rows.map(({ subject }) => subject),
  };
};
