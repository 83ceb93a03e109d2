import {
  LIVE_RENEWAL_STATES,
  LIVE_STATES,
  mayMove,
  PAYMENT_STATES,
  statesBefore,
  type Initiator,
  type StoredState,
} from '../../../server/platform/ports/payments';

const ALL = Object.keys(PAYMENT_STATES) as StoredState[];
const MOVERS: Initiator[] = ['server', 'provider', 'operator'];

/** Every move that exists; all others are refused. */
const MOVES: [StoredState, StoredState, Initiator[]][] = [
  ['started', 'challenge', ['server']],
  ['started', 'charging', ['server']],
  ['started', 'failed', ['server', 'provider']],
  ['challenge', 'charging', ['server']],
  ['challenge', 'review', ['provider']],
  ['challenge', 'succeeded', ['provider']],
  ['challenge', 'failed', ['server', 'provider']],
  ['charging', 'review', ['provider']],
  ['charging', 'succeeded', ['provider', 'operator']],
  ['charging', 'failed', ['provider', 'operator']],
  ['review', 'succeeded', ['provider']],
  ['review', 'failed', ['provider']],
  ['failed', 'succeeded', ['provider']],
];

describe('the table of payment states', () => {
  it.each(ALL.flatMap((from) => ALL.map((to) => [from, to] as const)))(
    'allows %s → %s only to its movers',
    (from, to) => {
      const movers = MOVES.find(([before, after]) => before === from && after === to)?.[2] ?? [];
      expect(MOVERS.filter((by) => mayMove(from, to, by))).toEqual(movers);
    },
  );

  it.each<[StoredState, string, boolean]>([
    ['started', 'pending', false],
    ['challenge', 'pending', false],
    ['charging', 'pending', true],
    ['review', 'pending', true],
    ['succeeded', 'success', true],
    ['failed', 'failure', false],
  ])('shows %s as %s', (state, shown, mayHoldMoney) => {
    expect(PAYMENT_STATES[state]).toMatchObject({ wireState: shown, mayHoldMoney });
  });

  it('has one final state, the paid one', () => {
    expect(ALL.filter((state) => Object.keys(PAYMENT_STATES[state].next).length === 0)).toEqual(['succeeded']);
  });

  it('lists the states of the partial indexes', () => {
    expect(LIVE_STATES).toEqual(['started', 'challenge', 'charging', 'review']);
    expect(LIVE_RENEWAL_STATES).toEqual(['started', 'charging', 'review']);
  });

  it('lets an operator settle only a charge without an answer', () => {
    expect(statesBefore('succeeded', 'operator')).toEqual(['charging']);
    expect(statesBefore('failed', 'operator')).toEqual(['charging']);
  });
});
