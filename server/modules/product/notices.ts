import { audit } from '../../platform/audit';
import type { Deps } from '../../platform/deps';
import { tellPriceChange, tellSoon } from './mails';
import * as repository from './noticeRepository';
import type { Outdated } from './noticeRepository';
import type { Terms } from './terms';

const DAY_MS = 86_400_000;
/** A company is reminded so long before each renewal. */
const REMIND_MS = 3 * DAY_MS;
/** Days between the mail about other terms and the first renewal on them: fourteen, and one in which a mail may be tried again. */
const NOTICE_MS = 15 * DAY_MS;
/** Subscriptions that are looked at in one transaction. */
const BATCH = 50;

type NoticeDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'payments'>;

/** Runs `step` until it finds less than a batch; answers the sum. */
const inBatches = async (step: () => Promise<number>): Promise<number> => {
  for (let total = 0; ;) {
    const count = await step();
    total += count;
    if (count < BATCH) return total;
  }
};

/** Tells companies three days ahead that their subscription renews, once for each renewal; answers how many. */
export const remindOfRenewals = (deps: NoticeDeps): Promise<number> =>
  inBatches(() =>
    deps.db.transaction().execute(async (trx) => {
      const now = deps.clock.now();
      const until = new Date(now.getTime() + REMIND_MS);
      const due = await repository.takeReminders(trx, { provider: deps.payments.name, now, until, limit: BATCH });
      for (const one of due) await tellSoon(trx, deps, one, one.nextAttemptAt!);
      return due.length;
    }),
  );

const isSame = (one: Terms, other: Terms): boolean =>
  one.priceMinor === other.priceMinor && one.currency === other.currency && one.jobCredits === other.jobCredits;

/**
 * Tells companies whose plan has other terms by now what changes and from which renewal on, at least 14 days ahead; until then they pay
 * what they paid. A plan that is back on their terms before then changes nothing for them. Answers how many it looked at.
 */
export const announceTerms = (deps: NoticeDeps): Promise<number> =>
  inBatches(() =>
    deps.db.transaction().execute(async (trx) => {
      const outdated = await repository.lockOutdated(trx, BATCH);
      const notBefore = new Date(deps.clock.now().getTime() + NOTICE_MS);
      const announce = async (one: Outdated) => {
        const { id, organisationId, planTerms } = one;
        const entry = { subjectType: 'subscription', subjectId: id };
        const actor = { kind: 'clock', organisationId } as const;
        if (isSame(one, planTerms)) {
          await repository.withdrawTerms(trx, id);
          return audit(trx, deps.clock, actor, { ...entry, action: 'subscription.terms_withdrawn' });
        }
        const calendar = { now: notBefore, timeZone: deps.settings.timeZone };
        const from = await repository.announceTerms(trx, id, planTerms, calendar);
        await tellPriceChange(trx, deps, one, { ...planTerms, from });
        const details = { ...planTerms, from: from.toISOString() };
        return audit(trx, deps.clock, actor, { ...entry, action: 'subscription.terms_announced', details });
      };
      for (const one of outdated) await announce(one);
      return outdated.length;
    }),
  );
