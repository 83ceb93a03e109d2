const MINOR_IN_MAIN = 100;

/** An amount in minor units as the decimal of the wire. API contract, section 1. */
export const toMain = (minor: number): number => minor / MINOR_IN_MAIN;

export interface Priced {
  priceMinor: number;
  rulePriceMinor: number | null;
  rulePriceEndsAt: Date | null;
}

/** The price for a time, while it lasts. */
export const rulePriceAt = ({ rulePriceMinor, rulePriceEndsAt }: Priced, now: Date): number | null =>
  rulePriceMinor !== null && rulePriceEndsAt !== null && rulePriceEndsAt > now ? rulePriceMinor : null;

/** What is charged at a moment: an expired price for a time is never charged. API contract, section 9. */
export const chargedPrice = (product: Priced, now: Date): number => rulePriceAt(product, now) ?? product.priceMinor;
