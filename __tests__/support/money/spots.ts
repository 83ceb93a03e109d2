/** Where a server dies: at the next statement that has this in it, once it has been sent or answered. */
export interface Spot {
  statement: string;
  moment: 'sent' | 'answered';
}

const MOMENTS = ['sent', 'answered'] as const;

/** What stands around the taking of money, in the order in which it comes. */
const STATEMENTS = [
  'insert into idempotency_keys',
  'insert into "payments"',
  'insert into sandbox_charges',
  'update "payments"',
  'update sandbox_charges',
  'from sandbox_charges',
  'insert into "credit_ledger"',
  'insert into subscriptions',
  'update idempotency_keys',
  'commit',
] as const;

export const SPOTS: readonly Spot[] = STATEMENTS.flatMap((statement) =>
  MOMENTS.map((moment) => ({ statement, moment })),
);
