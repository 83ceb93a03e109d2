export interface Priced {
  priceMinor: number;
  rulePriceMinor: number | null;
  rulePriceEndsAt: Date | null;
}

/** The price for a time, while it lasts. */
export const rulePriceAt = ({ rulePriceMinor, rulePriceEndsAt }: Priced, now: Date): number | null =>
  rulePriceMinor !== null && rulePriceEndsAt !== null && rulePriceEndsAt > now ? rulePriceMinor : null;

/** The price that is charged at a moment; an expired price for a time never is. */
export const chargedPrice = (product: Priced, now: Date): number => rulePriceAt(product, now) ?? product.priceMinor;
