import type { Language } from '../../contract/constants/options';
import { formatPrice } from '../../contract/rules/money';

const MINOR_IN_MAIN = 100;

/** Converts an amount in minor units to the decimal of the wire. */
export const toMain = (minor: number): number => minor / MINOR_IN_MAIN;

/** Converts an amount that may be missing. */
export const toMainOrNull = (minor: number | null): number | null => (minor === null ? null : toMain(minor));

/** Formats an amount in minor units in the given language: ₺349, ₺349.50; with `decimals` 2 also ₺349.00. */
export const formatMoney = (amountMinor: number, currency: string, language: Language, decimals?: number): string =>
  formatPrice(toMain(amountMinor), currency, language, decimals);
