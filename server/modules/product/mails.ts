import type { Transaction } from 'kysely';
import type { Language } from '../../../contract/constants/options';
import type { Database } from '../../platform/database/schema';
import { dateLocale } from '../../platform/dateLocale';
import type { Deps } from '../../platform/deps';
import { languageOf } from '../../platform/language';
import { formatMoney } from '../../platform/money';
import { enqueue } from '../../platform/outgoing/enqueue';
import { mailOf, type MailName } from '../../platform/outgoing/mails';
import { findRecipient } from './noticeRepository';
import { termsAt, type RenewableSubscription, type Terms } from './terms';

export type MailDeps = Pick<Deps, 'clock' | 'settings'>;

const PACKAGES = 'packages';
const STATEMENT = 'packages/statement';

interface Formatters {
  money(terms: Terms): string;
  /** Formats the date of a moment in the marketplace's time zone, with the month as a word. */
  day(at: Date): string;
}

const formattersOf = (language: Language, timeZone: string): Formatters => {
  const format = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone });
  return {
    money: ({ priceMinor, currency }) => formatMoney(priceMinor, currency, language),
    day: (at) => format.format(at),
  };
};

/** Queues one mail about a subscription in the company's language. A deleted account gets none. */
const queueMail = async (
  trx: Transaction<Database>,
  { clock, settings }: MailDeps,
  { userId, title }: Pick<RenewableSubscription, 'userId' | 'title'>,
  mail: { name: MailName; page: string; values: (formatters: Formatters) => Record<string, string | number> },
): Promise<void> => {
  const user = await findRecipient(trx, userId);
  if (!user) return;
  const language = languageOf(user.language_code);
  const values = {
    name: user.first_name,
    plan: title[language],
    ...mail.values(formattersOf(language, settings.timeZone)),
  };
  const link = `${settings.publicUrl}/dashboard/${mail.page}`;
  await enqueue(trx, clock.now(), mailOf(mail.name, { to: user.email, language, link, values }));
};

/** Mails the start of a subscription: the paid price, the credits and the renewal date. */
export const mailStart = (trx: Transaction<Database>, deps: MailDeps, one: RenewableSubscription & { next: Date }) =>
  queueMail(trx, deps, one, {
    name: 'subscriptionBegun',
    page: PACKAGES,
    values: ({ money, day }) => ({ price: money(one), credits: one.jobCredits, date: day(one.next) }),
  });

/** Mails a reminder of the next renewal with its price and credits. */
export const mailReminder = (trx: Transaction<Database>, deps: MailDeps, one: RenewableSubscription, at: Date) => {
  const terms = termsAt(one, at);
  return queueMail(trx, deps, one, {
    name: 'renewalSoon',
    page: PACKAGES,
    values: ({ money, day }) => ({ price: money(terms), credits: terms.jobCredits, date: day(at) }),
  });
};

/** Mails a successful renewal. `one` is the subscription after the renewal. */
export const mailRenewal = (trx: Transaction<Database>, deps: MailDeps, one: RenewableSubscription, paid: Terms) => {
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
  trx: Transaction<Database>,
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
export const mailCancellation = (
  trx: Transaction<Database>,
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

/** Mails the price and credits that a plan change brings, and the renewal from which they apply. */
export const mailPriceChange = (
  trx: Transaction<Database>,
  deps: MailDeps,
  one: RenewableSubscription,
  next: Terms & { from: Date },
) =>
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
