import type { PaymentProvider } from '../../../contract/constants/payment';
import type { Language, PlanPeriod } from '../../../contract/constants/options';
import type { Row, Trx } from '../../platform/database/schema';
import { languageOf, longDate } from '../../platform/messages';
import type { Deps } from '../../platform/deps';
import { formatMoney, toMain } from '../../platform/money';
import { enqueue } from '../../platform/outgoing/enqueue';
import { mailOf, type MailName } from '../../platform/outgoing/mails';
import * as repository from './repository';
import {
  findRecipient,
  type Outdated,
  type PlanRecord,
  type ProductTexts,
  type SubscriptionRecord,
  endOfPaidPeriod,
  findRenewable,
  isBeingCharged,
  listPlans,
  listSubscriptions,
} from './repository';
import { audit, userActor } from '../../platform/audit';
import { inBatches } from '../../platform/change';
import type { Subscription, SubscriptionPlan } from '../../../contract/schemas/product';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Caller } from '../../platform/auth/tokens';
import { conflict, notFound } from '../../platform/errors';
import type { FastifyInstance } from 'fastify';
import { cancelSubscription, getSubscriptionPlans, getSubscriptions } from '../../../contract/routes/product';
import { DAY } from '../../../contract/constants/time';
import { route } from '../../platform/http/route';

export * as subscriptions from './repository';
export * from './repository';

/** The price per period in minor units, and the job credits that it brings. */
export interface Terms {
  priceMinor: number;
  currency: string;
  jobCredits: number;
}

/** A subscription with its current terms. */
export interface RenewableSubscription
  extends Terms, Row<'subscriptions', 'id' | 'organisationId' | 'userId' | 'failedAttempts' | 'startsAt' | 'endsAt'> {
  status: string;
  period: PlanPeriod;
  title: Record<Language, string>;
  provider: PaymentProvider | null;
  token: string | null;
  /** Null after a cancellation. */
  nextAttemptAt: Date | null;
  /** Announced terms, which apply to the renewal at `from` and all later ones. */
  nextTerms: (Terms & { from: Date }) | null;
}

/** Returns the terms of the period that begins at `period`. */
export const termsAt = ({ nextTerms, priceMinor, currency, jobCredits }: RenewableSubscription, period: Date): Terms =>
  nextTerms && nextTerms.from <= period ? nextTerms : { priceMinor, currency, jobCredits };

type MailDeps = Pick<Deps, 'clock' | 'settings'>;

const PACKAGES = 'packages';
const STATEMENT = 'packages/statement';

interface Formatters {
  money(terms: Terms): string;
  /** Formats a date of the marketplace's time zone. */
  day(at: Date): string;
}

const formattersOf = (language: Language, timeZone: string): Formatters => ({
  money: ({ priceMinor, currency }) => formatMoney(priceMinor, currency, language),
  day: (at) => longDate(at, { language, timeZone }),
});

/** Queues one mail about a subscription in the company's language. A deleted account gets none. */
const queueMail = async (
  trx: Trx,
  { clock, settings }: MailDeps,
  { userId, title }: Pick<RenewableSubscription, 'userId' | 'title'>,
  mail: { name: MailName; page: string; values: (formatters: Formatters) => Record<string, string | number> },
): Promise<void> => {
  const user = await findRecipient(trx, userId);
  if (!user) return;
  const language = languageOf(user.languageCode);
  const values = {
    name: user.firstName,
    plan: title[language],
    ...mail.values(formattersOf(language, settings.timeZone)),
  };
  const link = `${settings.publicUrl}/dashboard/${mail.page}`;
  await enqueue(trx, clock.now(), mailOf(mail.name, { to: user.email, language, link, values }));
};

/** Mails the start of a subscription: the paid price, the credits and the renewal date. */
export const mailStart = (trx: Trx, deps: MailDeps, one: RenewableSubscription & { next: Date }) =>
  queueMail(trx, deps, one, {
    name: 'subscriptionBegun',
    page: PACKAGES,
    values: ({ money, day }) => ({ price: money(one), credits: one.jobCredits, date: day(one.next) }),
  });

/** Mails a reminder of the next renewal with its price and credits. */
const mailReminder = (trx: Trx, deps: MailDeps, one: RenewableSubscription, at: Date) => {
  const terms = termsAt(one, at);
  return queueMail(trx, deps, one, {
    name: 'renewalSoon',
    page: PACKAGES,
    values: ({ money, day }) => ({ price: money(terms), credits: terms.jobCredits, date: day(at) }),
  });
};

/** Mails a successful renewal. `one` is the subscription after the renewal. */
export const mailRenewal = (trx: Trx, deps: MailDeps, one: RenewableSubscription, paid: Terms) => {
  const { nextAttemptAt: next, endsAt, status } = one;
  const then = next ? 'renews' : status === 'ended' ? 'ended' : 'runs';
  const at = next ?? endsAt ?? deps.clock.now();
  return queueMail(trx, deps, one, {
    name: 'renewed',
    page: STATEMENT,
    values: ({ money, day }) => ({
      price: money(paid),
      credits: paid.jobCredits,
      then,
      date: day(at),
      nextPrice: money(termsAt(one, at)),
    }),
  });
};

/** Mails a failed renewal. `next` is the time of the next attempt, or null when the subscription has ended. */
export const mailFailure = (
  trx: Trx,
  deps: MailDeps,
  one: RenewableSubscription,
  { failedTerms, next }: { failedTerms: Terms; next: Date | null },
) =>
  queueMail(trx, deps, one, {
    name: next ? 'renewalFailed' : 'renewalEnded',
    page: PACKAGES,
    values: ({ money, day }) => ({ price: money(failedTerms), date: next ? day(next) : '' }),
  });

/**
 * Mails a cancellation. The subscription runs until `endsAt`; `isPending` means that the payment for that period is
 * under way.
 */
const mailCancellation = (
  trx: Trx,
  deps: MailDeps,
  one: RenewableSubscription,
  { endsAt, isPending }: { endsAt: Date; isPending: boolean },
) =>
  queueMail(trx, deps, one, {
    name: 'subscriptionCancelled',
    page: PACKAGES,
    values: ({ day }) => ({
      date: day(endsAt),
      until: isPending ? 'pending' : endsAt > deps.clock.now() ? 'paid' : 'over',
    }),
  });

/** Mails the new price and credits after a plan change, and the renewal from which they apply. */
const mailPriceChange = (trx: Trx, deps: MailDeps, one: RenewableSubscription, next: Terms & { from: Date }) =>
  queueMail(trx, deps, one, {
    name: 'priceChange',
    page: PACKAGES,
    values: ({ money, day }) => ({
      what: next.priceMinor === one.priceMinor && next.currency === one.currency ? 'credits' : 'price',
      date: day(next.from),
      before: money(one),
      creditsBefore: one.jobCredits,
      price: money(next),
      credits: next.jobCredits,
    }),
  });

/** The reminder goes out this long before each renewal. */
const REMIND_MS = 3 * DAY;
/**
 * The shortest time between the announcement of new terms and the first renewal on them: 14 days, and one day in which
 * the mail can be retried.
 */
const NOTICE_MS = 15 * DAY;
/** Subscriptions per transaction. */
const BATCH = 50;

type NoticeDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'payments'>;

/** Mails a reminder three days before each renewal, once per renewal. Returns how many it sent. */
export const remindOfRenewals = (deps: NoticeDeps): Promise<number> =>
  inBatches(BATCH, () =>
    deps.db.transaction().execute(async (trx) => {
      const now = deps.clock.now();
      const until = new Date(now.getTime() + REMIND_MS);
      const due = await repository.claimReminders(trx, { provider: deps.payments.name, now, until, limit: BATCH });
      for (const one of due) await mailReminder(trx, deps, one, one.nextAttemptAt!);
      return due.length;
    }),
  );

const isSame = (one: Terms, other: Terms): boolean =>
  one.priceMinor === other.priceMinor && one.currency === other.currency && one.jobCredits === other.jobCredits;

/**
 * Mails companies whose plan has changed what changes and from which renewal, at least 14 days ahead. Until that
 * renewal they pay the old price. If the plan returns to its old terms before then, nothing changes for them. Returns
 * how many subscriptions it checked.
 */
export const announceTerms = (deps: NoticeDeps): Promise<number> =>
  inBatches(BATCH, () =>
    deps.db.transaction().execute(async (trx) => {
      const outdated = await repository.lockOutdated(trx, BATCH);
      const notBefore = new Date(deps.clock.now().getTime() + NOTICE_MS);
      const announce = async (one: Outdated) => {
        const { id, organisationId, planTerms } = one;
        const note = (action: string, details?: Record<string, unknown>) =>
          audit({ trx, clock: deps.clock }, { kind: 'clock', organisationId }, action, ['subscription', id], details);
        if (isSame(one, planTerms)) {
          await repository.withdrawTerms(trx, id);
          return note('subscription.terms_withdrawn');
        }
        const calendar = { now: notBefore, timeZone: deps.settings.timeZone };
        const from = await repository.announceTerms(trx, id, planTerms, calendar);
        await mailPriceChange(trx, deps, one, { ...planTerms, from });
        return note('subscription.terms_announced', { ...planTerms, from: from.toISOString() });
      };
      for (const one of outdated) await announce(one);
      return outdated.length;
    }),
  );

/** Returns features in their order, with texts in one language. */
export const presentFeatures = ({ features }: ProductTexts, language: Language) =>
  [...features]
    .sort((one, other) => one.order - other.order)
    .map(({ description, ...feature }) => ({ ...feature, description: description[language] }));

/** Maps a plan to the wire: texts in one language, the price in the currency's main unit. */
export const presentPlan = (
  { id, interval, period, priceMinor, currency, isPurchasable, isUpgradeable, product }: PlanRecord,
  language: Language,
): SubscriptionPlan => ({
  id,
  interval,
  isPurchasable,
  isUpgradeable,
  currency,
  period,
  price: toMain(priceMinor),
  product: {
    id,
    title: product.title[language],
    features: presentFeatures(product, language),
  },
});

/**
 * Maps a subscription to the wire. A subscription past its end is shown as ended, even before the clock job has marked
 * it.
 */
const presentSubscription = (
  { id, planId, status, startsAt, nextAttemptAt, endsAt, plan, nextPrice }: SubscriptionRecord,
  { language, now }: { language: Language; now: Date },
): Subscription => ({
  id,
  planId,
  startsAt: startsAt.toISOString(),
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  endsAt: endsAt?.toISOString() ?? null,
  status: endsAt !== null && endsAt <= now ? 'ended' : status,
  plan: presentPlan(plan, language),
  nextPrice: nextPrice && {
    price: toMain(nextPrice.priceMinor),
    currency: nextPrice.currency,
    jobCredits: nextPrice.jobCredits,
    from: nextPrice.from.toISOString(),
  },
});

/**
 * Stops the renewal; the subscription stays active until the date of the next charge. A second call changes nothing.
 * Throws 404 for another company's subscription and 409 for an ended one.
 */
export const cancelPlan = (
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { user, requestId, id }: Caller & { id: number },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const subscription = await repository.lockSubscription(trx, user, id);
    if (!subscription) throw notFound();
    const now = clock.now();
    const { status, nextAttemptAt, endsAt } = subscription;
    if (status === 'ended' || (endsAt !== null && endsAt <= now)) throw conflict(ERROR_KEYS.subscriptionNotActive);
    if (nextAttemptAt === null) return;
    const calendar = { now, timeZone: settings.timeZone };
    const isPending = await isBeingCharged(trx, id);
    const last = isPending
      ? // The company keeps the period that is being paid. If that charge fails, the subscription ends at once.
        await endOfPaidPeriod(trx, id, calendar)
      : // An overdue charge has not been paid, so the subscription ends now.
        new Date(Math.max(nextAttemptAt.getTime(), now.getTime()));
    await repository.stopRenewal(trx, id, last);
    const stopped = await findRenewable(trx, id);
    if (stopped) await mailCancellation(trx, { clock, settings }, stopped, { endsAt: last, isPending });
    await audit({ trx, clock }, userActor({ user, requestId }), 'subscription.cancelled', ['subscription', id], {
      endsAt: last.toISOString(),
    });
  });

/** Ends the subscriptions that are past their end. Returns how many. Several processes may call it at once. */
export const endSubscriptions = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> =>
  inBatches(BATCH, () =>
    db.transaction().execute(async (trx) => {
      const due = await repository.endDue(trx, clock.now(), BATCH);
      for (const { id, organisationId } of due)
        await audit({ trx, clock }, { kind: 'clock', organisationId }, 'subscription.ended', ['subscription', id]);
      return due.length;
    }),
  );

export const registerProduct = (app: FastifyInstance, deps: Deps): void => {
  route(app, getSubscriptionPlans, async ({ language }) => ({
    payload: (await listPlans(deps.db)).map((plan) => presentPlan(plan, language)),
  }));
  route(app, getSubscriptions, async ({ user, language }) => {
    const now = deps.clock.now();
    const subscriptions = await listSubscriptions(deps.db, user);
    return { payload: subscriptions.map((one) => presentSubscription(one, { language, now })) };
  });
  route(app, cancelSubscription, ({ user, requestId, params }) => cancelPlan(deps, { user, requestId, id: params.id }));
};
