import type { Transaction } from 'kysely';
import { LANGUAGES, type Language } from '../../../contract/constants/options';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { formatMoney } from '../../platform/money';
import { enqueue } from '../../platform/outgoing/enqueue';
import { mailOf, type MailName } from '../../platform/outgoing/mails';
import { findAddressee } from './noticeRepository';
import { termsAt, type RenewableSubscription, type Terms } from './terms';

/** What a mail needs of the outside. */
export type MailDeps = Pick<Deps, 'clock' | 'settings'>;

const PACKAGES = 'packages';
const STATEMENT = 'packages/statement';

interface Wording {
  money(terms: Terms): string;
  /** The day of a moment in the marketplace's zone, written out. */
  day(at: Date): string;
}

const wordingOf = (language: Language, timeZone: string): Wording => {
  // Everywhere but in America the day comes before the month.
  const locale = language === 'en' ? 'en-GB' : language;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  return {
    money: ({ priceMinor, currency }) => formatMoney(priceMinor, currency, language),
    day: (at) => format.format(at),
  };
};

/** Writes one mail about a subscription to its company, in its language; none to an account that was deleted. */
const tell = async (
  trx: Transaction<Database>,
  { clock, settings }: MailDeps,
  { userId, title }: Pick<RenewableSubscription, 'userId' | 'title'>,
  mail: { name: MailName; page: string; values: (wording: Wording) => Record<string, string | number> },
): Promise<void> => {
  const user = await findAddressee(trx, userId);
  if (!user) return;
  const language = LANGUAGES.find((one) => one === user.language_code) ?? 'en';
  const values = {
    name: user.first_name,
    plan: title[language],
    ...mail.values(wordingOf(language, settings.timeZone)),
  };
  const link = `${settings.publicUrl}/dashboard/${mail.page}`;
  await enqueue(trx, clock.now(), mailOf(mail.name, { to: user.email, language, link, values }));
};

/** It began: what was paid, the credits, and when it renews. */
export const tellBegun = (trx: Transaction<Database>, deps: MailDeps, one: RenewableSubscription & { next: Date }) =>
  tell(trx, deps, one, {
    name: 'subscriptionBegun',
    page: PACKAGES,
    values: ({ money, day }) => ({ price: money(one), credits: one.jobCredits, date: day(one.next) }),
  });

/** It is charged in some days: the terms of that renewal. */
export const tellSoon = (trx: Transaction<Database>, deps: MailDeps, one: RenewableSubscription, at: Date) => {
  const terms = termsAt(one, at);
  return tell(trx, deps, one, {
    name: 'renewalSoon',
    page: PACKAGES,
    values: ({ money, day }) => ({ price: money(terms), credits: terms.jobCredits, date: day(at) }),
  });
};

/** It was charged. `one`: as it stands afterwards. */
export const tellRenewed = (trx: Transaction<Database>, deps: MailDeps, one: RenewableSubscription, paid: Terms) => {
  const { nextAttemptAt: next, endsAt, status } = one;
  const then = next ? 'renews' : status === 'ended' ? 'ended' : 'runs';
  const at = next ?? endsAt ?? deps.clock.now();
  return tell(trx, deps, one, {
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

/** It could not be charged: when it is tried again, or (null) that it has ended. */
export const tellFailed = (
  trx: Transaction<Database>,
  deps: MailDeps,
  one: RenewableSubscription,
  { asked, next }: { asked: Terms; next: Date | null },
) =>
  tell(trx, deps, one, {
    name: next ? 'renewalFailed' : 'renewalEnded',
    page: PACKAGES,
    values: ({ money, day }) => ({ price: money(asked), date: next ? day(next) : '' }),
  });

/** It was cancelled and runs to `endsAt`; `isPending`: the payment of that period is under way. */
export const tellCancelled = (
  trx: Transaction<Database>,
  deps: MailDeps,
  one: RenewableSubscription,
  { endsAt, isPending }: { endsAt: Date; isPending: boolean },
) =>
  tell(trx, deps, one, {
    name: 'subscriptionCancelled',
    page: PACKAGES,
    values: ({ day }) => ({
      date: day(endsAt),
      until: isPending ? 'pending' : endsAt > deps.clock.now() ? 'paid' : 'over',
    }),
  });

/** It costs or gives something else from a renewal on. */
export const tellPriceChange = (
  trx: Transaction<Database>,
  deps: MailDeps,
  one: RenewableSubscription,
  next: Terms & { from: Date },
) =>
  tell(trx, deps, one, {
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
