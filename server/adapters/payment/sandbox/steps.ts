import { sql, type Kysely } from 'kysely';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { Clock } from '../../../platform/clock';
import type { Database } from '../../../platform/database/schema';
import type { DeclineKey } from '../../../platform/ports/payments';
import { BEHAVIOURS, DECLINES, find, FORM, move } from './charges';

/** What came of a card in the sandbox's own form. */
export type FormAnswer = { next: 'back' } | { next: 'bank' } | { next: 'again'; key: DeclineKey };

/** A card in the sandbox's own form: a declined one may be followed by another. Null when there is no such form. */
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
  await sql`
    update sandbox_charges set behaviour = ${behaviour}, state = ${state}, changed_at = ${clock.now()}
    where id = ${id} and behaviour = ${FORM} and state = 'challenge'`.execute(db);
  return behaviour === 'challenge' ? { next: 'bank' } : { next: 'back' };
};

/** What the challenge's page of the sandbox may answer. */
export type ChallengeAnswer = 'approve' | 'cancel';

/** The answer of whoever sits before the bank's page; false when there is no such challenge. */
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

export interface SandboxStep {
  amountMinor: number;
  currency: string;
  isOpen: boolean;
  /** The form, and not the bank's question after it. */
  isForm: boolean;
}

/** The sandbox's challenge, or form, as its page shows it; undefined when there is none. */
export const findChallenge = async (db: Kysely<Database>, id: string) => {
  const { rows } = await sql<SandboxStep>`
    select amount_minor as "amountMinor", currency, state = 'challenge' as "isOpen", behaviour = ${FORM} as "isForm"
    from sandbox_charges where id = ${id}`.execute(db);
  return rows[0];
};
