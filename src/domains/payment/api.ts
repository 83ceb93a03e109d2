import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { CreditEntry } from '../../../contract/schemas/commerce';
import type { Api } from '../../lib/api';
import { toCheckoutForm, type CheckoutSubject } from './rules';

/** Opens the provider's form for a package or a basket; a repeated key opens the same payment. */
export const postCheckout = async (api: Api, body: CheckoutSubject, key: string, signal?: AbortSignal) =>
  toCheckoutForm(await api.call('POST /payment/checkout', { body, headers: { 'Idempotency-Key': key }, signal }));

/** Returns the receipt of a paid purchase as a PDF. */
export const getReceipt = (api: Api, paymentId: string, signal?: AbortSignal) =>
  api.file('GET /payment/receipt/:paymentId', { params: { paymentId }, accept: MEDIA_TYPES.pdf, signal });

/** Rows on a page of the statement. */
export const STATEMENT_LIMIT = 20;

export interface StatementPage {
  entries: CreditEntry[];
  total: number;
}

/** Returns a page of the statement, newest first, and the number of all rows; sends the two calls in parallel. */
export const getStatement = async (api: Api, page: number, signal?: AbortSignal): Promise<StatementPage> => {
  const [entries, count] = await Promise.all([
    api.call('GET /payment/statement', { query: { page, limit: STATEMENT_LIMIT }, signal }),
    api.envelope('GET /payment/statement', { query: { limit: 0 }, signal }),
  ]);
  return { entries, total: count.total ?? entries.length };
};
