import type { Kysely } from 'kysely';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { Clock } from '../../../platform/clock';
import type { Database } from '../../../platform/database/schema';
import type { DeclineKey } from '../../../platform/ports/payments';
import { BEHAVIOURS, DECLINES, find, FORM, giveCard, move } from './chargeRepository';

export type FormAnswer = { next: 'back' } | { next: 'bank' } | { next: 'again'; key: DeclineKey };

/** Enters a card in the sandbox's form; another one may follow a declined card. Returns null without such a form. */
export const answerForm = async (
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  id: string,
  number: string,
): Promise<FormAnswer | null> => {
  const charge = await find(db, id);
  if (!charge) return null;
  if (charge.behaviour !== FORM || charge.state !== 'challenge') return { next: 'back' };
  const behaviour = BEHAVIOURS[number.slice(-4)];
  if (behaviour === undefined) return { next: 'again', key: ERROR_KEYS.cardNumber };
  if (DECLINES.includes(behaviour)) return { next: 'again', key: behaviour as DeclineKey };
  const state = behaviour === 'challenge' ? 'challenge' : 'authorised';
  await giveCard(db, id, { behaviour, state, now: clock.now() });
  return behaviour === 'challenge' ? { next: 'bank' } : { next: 'back' };
};

export type ChallengeAnswer = 'approve' | 'cancel';

/** Applies the choice on the bank page; returns false without such a challenge. */
export const answerChallenge = async (
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  id: string,
  answer: ChallengeAnswer,
): Promise<boolean> => {
  const charge = await find(db, id);
  if (!charge) return false;
  const to = answer === 'approve' ? 'authorised' : 'failed';
  const key = answer === 'approve' ? undefined : ERROR_KEYS.challengeFailed;
  await move(db, id, { from: 'challenge', to, key, now: clock.now() });
  return true;
};
