import { audit } from '../../platform/audit';
import type { Deps } from '../../platform/deps';
import { mailPriceChange, mailReminder } from './mails';
import * as repository from './noticeRepository';
import type { Outdated } from './noticeRepository';
import type { Terms } from './terms';

const DAY_MS = 86_400_000;
/** The reminder goes out this long before each renewal. */
const REMIND_MS = 3 * DAY_MS;
/**
 * The shortest time between the announcement of new terms and the first renewal on them: 14 days, and one day in which
 * the mail can be retried.
 */
const NOTICE_MS = 15 * DAY_MS;
/** Subscriptions per transaction. */
const BATCH = 50;

type NoticeDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'payments'>;

/** Repeats `step` until it handles less than a full batch. Returns the total. */
const inBatches = async (step: () => Promise<number>): Promise<number> => {
  for (let total = 0; ;) {
    const count = await step();
    total += count;
    if (count < BATCH) return total;
  }
};

/** Mails a reminder three days before each renewal, once per renewal. Returns how many it sent. */
export const remindOfRenewals = (deps: NoticeDeps): Promise<number> =>
  inBatches(() =>
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
        await mailPriceChange(trx, deps, one, { ...planTerms, from });
        const details = { ...planTerms, from: from.toISOString() };
        return audit(trx, deps.clock, actor, { ...entry, action: 'subscription.terms_announced', details });
      };
      for (const one of outdated) await announce(one);
      return outdated.length;
    }),
  );
