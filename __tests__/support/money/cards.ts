/** The sandbox cards by their effect (docs/API.md#providers). */
export const CARDS = {
  success: '4242424242424242',
  challenge: '4000000000003220',
  cancel: '4000000000000341',
  declined: '4000000000000002',
  expired: '4000000000000069',
  cvc: '4000000000000127',
  funds: '4000000000009995',
  review: '4000000000007726',
  late: '4000000000000259',
} as const;
export type CardName = keyof typeof CARDS;
