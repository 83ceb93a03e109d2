import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import { firstRow, run } from '../../../platform/database/query';
import type { Database, Db } from '../../../platform/database/schema';
import type { DeclineKey, Order } from '../../../platform/ports/payments';

/** The behaviour of the test cards, by their last four digits. */
export const BEHAVIOURS: Record<string, string> = {
  '4242': 'success',
  // The test number of American Express, 3782 822463 10005.
  '0005': 'success',
  '3220': 'challenge',
  '0002': ERROR_KEYS.cardDeclined,
  '0069': ERROR_KEYS.cardExpired,
  '0127': ERROR_KEYS.cardCvc,
  '9995': ERROR_KEYS.cardFunds,
  '0341': 'challenge',
  '7726': 'review',
  '0259': 'late',
};
export const DECLINES: readonly string[] = [
  ERROR_KEYS.cardDeclined,
  ERROR_KEYS.cardExpired,
  ERROR_KEYS.cardCvc,
  ERROR_KEYS.cardFunds,
];

/** The behaviour of a charge with an open form: nothing happens before a card is entered. */
export const FORM = 'form';

export interface Charge {
  id: string;
  behaviour: string;
  state: Database['sandboxCharges']['state'];
  errorKey: DeclineKey | null;
  changedAt: Date;
}

const CHARGE = sql`id, behaviour, state, error_key, changed_at`;

export const find = (db: Db, id: string): Promise<Charge | undefined> =>
  firstRow(db)`select ${CHARGE} from sandbox_charges where id = ${id}`;

/** Moves a charge from one state to another; does nothing when it is in any other state. */
export const move = async (
  db: Db,
  id: string,
  change: { from: Charge['state']; to: Charge['state']; key?: string; now: Date },
) => {
  const { from, to, key, now } = change;
  await run(db)`
    update sandbox_charges set state = ${to}, error_key = ${key ?? null}, changed_at = ${now}
    where id = ${id} and state = ${from}`;
};

/** Starts a charge, once for each order. */
export const insert = (
  db: Db,
  { id, amountMinor, currency }: Order,
  more: { behaviour: string; state: Charge['state']; now: Date },
) =>
  sql`
    insert into sandbox_charges (id, amount_minor, currency, behaviour, state, created_at, changed_at)
    values (${id}, ${amountMinor}, ${currency}, ${more.behaviour}, ${more.state}, ${more.now}, ${more.now})
    on conflict (id) do nothing`.execute(db);

export const giveCard = (
  db: Db,
  id: string,
  { behaviour, state, now }: { behaviour: string; state: Charge['state']; now: Date },
): Promise<void> => run(db)`
    update sandbox_charges set behaviour = ${behaviour}, state = ${state}, changed_at = ${now}
    where id = ${id} and behaviour = ${FORM} and state = 'challenge'`;

export interface SandboxStep {
  amountMinor: number;
  currency: string;
  isOpen: boolean;
  /** True for the form, false for the bank page after it. */
  isForm: boolean;
}

/** Returns the challenge or form of the sandbox's page, or undefined. */
export const findChallenge = (db: Db, id: string) => firstRow(db)<SandboxStep>`
    select amount_minor, currency, state = 'challenge' as is_open, behaviour = ${FORM} as is_form
    from sandbox_charges where id = ${id}`;
