export interface Priced {
  priceMinor: number;
  rulePriceMinor: number | null;
  rulePriceEndsAt: Date | null;
}

/** Returns the temporary price while it is valid, else null. */
export const rulePriceAt = ({ rulePriceMinor, rulePriceEndsAt }: Priced, now: Date): number | null =>
  rulePriceMinor !== null && rulePriceEndsAt !== null && rulePriceEndsAt > now ? rulePriceMinor : null;

/** Returns the price to charge at a moment. An expired temporary price is never charged. */
export const chargedPrice = (product: Priced, now: Date): number => rulePriceAt(product, now) ?? product.priceMinor;
