import type { CreditEntry } from '../../../contract/schemas/commerce';
import type { Api } from '../../lib/api';
import { toCheckoutForm, type CheckoutSubject } from './rules';

/** Opens the provider's form for a package or a basket; a repeated key opens the same payment. */
export const postCheckout = async (api: Api, body: CheckoutSubject, key: string) =>
  toCheckoutForm(await api.call('POST /payment/checkout', { body, headers: { 'Idempotency-Key': key } }));

/** Rows on a page of the statement. */
export const STATEMENT_LIMIT = 20;

export interface StatementPage {
  entries: CreditEntry[];
  total: number;
}

/** Returns a page of the statement, newest first, and the number of all rows; sends the two calls in parallel. */
export const getStatement = async (api: Api, page: number): Promise<StatementPage> => {
  const [entries, count] = await Promise.all([
    api.call('GET /payment/statement', { query: { page, limit: STATEMENT_LIMIT } }),
    api.envelope('GET /payment/statement', { query: { limit: 0 } }),
  ]);
  return { entries, total: count.total ?? entries.length };
};
