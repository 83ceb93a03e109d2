import { createHash } from 'node:crypto';

/**
 * The id of a renewal's charge: the same for the same subscription, period and try, so that a store that was restored asks the provider
 * about what it has forgotten. The owner and the beginning are part of it, because a restored store gives numbers out again.
 * `attempt` counts the declines before it in the period.
 */
export const renewalId = (
  subscription: { id: number; userId: number; startsAt: Date },
  period: Date,
  attempt: number,
): string => {
  const { id, userId, startsAt } = subscription;
  const parts = ['renewal', id, userId, startsAt.toISOString(), period.toISOString(), attempt];
  return createHash('sha256').update(parts.join('/')).digest('hex').slice(0, 32);
};
