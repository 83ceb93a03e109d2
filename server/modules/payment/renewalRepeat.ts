import type { Deps } from '../../platform/deps';
import type { Outcome } from '../../platform/ports/payments';
import type { Renewal } from './renewalOutcome';

/** The answer to a charge that was sent may still come for so long. */
const ANSWER_MS = 60_000;

/**
 * Whether a charge of which the provider knows nothing may be sent again: only to one that takes the money of an order once, and only
 * while it does. Any other charge stays open until the provider's word comes, or an operator's.
 */
export const mayRepeat = ({ clock, payments }: Deps, payment: Renewal, outcome: Outcome | null): boolean => {
  const age = clock.now().getTime() - payment.createdAt.getTime();
  const isUnknown = outcome?.state === 'waiting' || outcome?.state === 'authorised';
  return isUnknown && payment.state === 'charging' && age >= ANSWER_MS && age < payments.repeatsSafelyMs;
};
