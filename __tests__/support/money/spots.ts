/** Where a server dies: at the next statement with this text, once it is sent or answered. */
export interface Spot {
  statement: string;
  moment: 'sent' | 'answered';
}

const MOMENTS = ['sent', 'answered'] as const;

/** The statements around taking money, in their order. */
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
