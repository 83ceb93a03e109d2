import { audit } from '../../../platform/audit';
import type { Deps } from '../../../platform/deps';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import { mayMove } from '../../../platform/ports/paymentStates';
import { settleRenewal, type Renewal } from './outcome';
import * as payments from '../repository';
import { listUnanswered, type Unanswered } from './repository';

const MINUTE = 60_000;
/** Every run logs a charge that has been without an answer for this long. */
const ALERT_MS = 10 * MINUTE;
/** An operator may decide only after this time, when no bank holds the charge any more. */
const MANUAL_SETTLE_MS = 30 * MINUTE;

/** Returns at most 50 renewals that have waited ten minutes or more for the provider's answer, oldest first. */
export const findUnanswered = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Unanswered[]> =>
  listUnanswered(db, new Date(clock.now().getTime() - ALERT_MS));

export type ManualResult = 'settled' | 'unknown' | 'already_settled' | 'too_recent';

/**
 * Settles a renewal without an answer as the operator saw it in the provider's panel. If the money was taken, the
 * company gets its credits; otherwise the card is retried as after a decline. Returns `unknown` when there is no such
 * renewal, `already_settled` when it is already settled, and `too_recent` when it was sent less than half an hour ago.
 */
export const settleManually = (
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { paymentId, wasTaken }: { paymentId: string; wasTaken: boolean },
): Promise<ManualResult> =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await payments.lockPayment(trx, paymentId);
    if (!payment || payment.subscriptionId === null) return 'unknown';
    if (!mayMove(payment.state, 'succeeded', 'operator')) return 'already_settled';
    if (deps.clock.now().getTime() - payment.createdAt.getTime() < MANUAL_SETTLE_MS) return 'too_recent';
    const outcome = wasTaken
      ? ({ state: 'succeeded', reference: 'by hand', customerToken: null } as const)
      : ({ state: 'failed', key: ERROR_KEYS.paymentInit } as const);
    const { organisationId, subscriptionId } = payment;
    await audit(
      trx,
      deps.clock,
      { kind: 'operator', organisationId },
      {
        action: 'subscription.charge_settled',
        subjectType: 'subscription',
        subjectId: subscriptionId,
        details: { paymentId, wasTaken },
      },
    );
    await settleRenewal(trx, deps, payment as Renewal, { outcome, by: 'operator' });
    return 'settled';
  });
