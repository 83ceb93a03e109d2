import { audit } from '../../../platform/audit';
import type { Deps } from '../../../platform/deps';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import { mayMove } from '../../../platform/ports/paymentStates';
import { settleRenewal, type Renewal } from './outcome';
import * as payments from '../repository';
import { listUnanswered, type Unanswered } from './repository';

const MINUTE = 60_000;
/** The log names a charge without an answer after this time, at each run. */
export const TELL_MS = 10 * MINUTE;
/** An operator decides only after this time, when no bank holds the charge any more. */
export const BY_HAND_MS = 30 * MINUTE;

/** Renewals that have waited ten minutes or more for the provider's answer, the oldest first; at most 50. */
export const findUnanswered = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Unanswered[]> =>
  listUnanswered(db, new Date(clock.now().getTime() - TELL_MS));

export type ByHand = 'settled' | 'unknown' | 'answered' | 'young';

/**
 * Settles a renewal without an answer as the operator read it off the provider's own panel: either the money was taken and the
 * credits follow, or it was not and the card is tried again as after a decline. `unknown`: no such renewal; `answered`: it is
 * settled; `young`: it was sent less than half an hour ago.
 */
export const settleByHand = (
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { paymentId, wasTaken }: { paymentId: string; wasTaken: boolean },
): Promise<ByHand> =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await payments.lockPayment(trx, paymentId);
    if (!payment || payment.subscriptionId === null) return 'unknown';
    if (!mayMove(payment.state, 'succeeded', 'operator')) return 'answered';
    if (deps.clock.now().getTime() - payment.createdAt.getTime() < BY_HAND_MS) return 'young';
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
