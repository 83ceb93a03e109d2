/** The sandbox cards and their results: docs/API.md#providers. */
export const TEST_CARDS = [
  { number: '4242 4242 4242 4242', does: 'success' },
  { number: '3782 822463 10005', does: 'amex' },
  { number: '4000 0000 0000 3220', does: 'challenge' },
  { number: '4000 0000 0000 0341', does: 'cancelled' },
  { number: '4000 0000 0000 0002', does: 'declined' },
  { number: '4000 0000 0000 0069', does: 'expired' },
  { number: '4000 0000 0000 0127', does: 'cvc' },
  { number: '4000 0000 0000 9995', does: 'funds' },
  { number: '4000 0000 0000 7726', does: 'review' },
  { number: '4000 0000 0000 0259', does: 'late' },
] as const;

/** How many years the expiry of a test card is in the future. */
const YEARS_AHEAD = 3;

/** Returns the other fields of a test card for a day (`YYYY-MM-DD`); none of them is secret. */
export const restOfTestCard = (today: string) => ({
  expiry: `12/${String((Number(today.slice(2, 4)) + YEARS_AHEAD) % 100).padStart(2, '0')}`,
  cvc: '123',
});
