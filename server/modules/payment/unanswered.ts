import { audit } from '../../platform/audit';
import type { Deps } from '../../platform/deps';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { settleRenewal, type Renewal } from './renewalOutcome';
import * as repository from './repository';
import { listUnanswered, type Unanswered } from './unsettledRepository';

const MINUTE = 60_000;
/** A charge whose answer has not come for so long is told in the log, again at each run. */
export const TELL_MS = 10 * MINUTE;
/** An operator decides only about what no bank has in hand any more. */
export const BY_HAND_MS = 30 * MINUTE;

/** Renewals that were sent to the provider and whose answer has not come for ten minutes, the oldest first; 50 at the most. */
export const findUnanswered = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Unanswered[]> =>
  listUnanswered(db, new Date(clock.now().getTime() - TELL_MS));

export type ByHand = 'settled' | 'unknown' | 'answered' | 'young';

/**
 * An operator's word on a renewal without an answer, read off the provider's own panel: the money was taken, and its credits come; or it
 * was not, and the card is tried again as after a decline. `unknown`: no such renewal; `answered`: it is settled; `young`: it was sent less
 * than half an hour ago.
 */
export const settleByHand = (
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { paymentId, wasTaken }: { paymentId: string; wasTaken: boolean },
): Promise<ByHand> =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await repository.lockPayment(trx, paymentId);
    if (!payment || payment.subscriptionId === null) return 'unknown';
    if (payment.state !== 'charging') return 'answered';
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
    await settleRenewal(trx, deps, payment as Renewal, outcome);
    return 'settled';
  });
