import type { CardBody, CardPayload, CheckoutPayload, CreditEntry } from '../../../contract/schemas/commerce';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { HttpFile } from '../../lib/http';
import type { Ports } from '../kit/ports';
import { toCheckoutForm, type CheckoutForm, type CheckoutSubject } from './rules';

type Api = Ports['api'];

/** Starts a payment by card; the same key is the same payment, however often it is sent. */
export const postCard = async (
  { main }: Api,
  body: CardBody,
  key: string,
  signal?: AbortSignal,
): Promise<CardPayload> => {
  const headers = { 'Idempotency-Key': key };
  return (await main.request<CardPayload>({ method: 'POST', path: '/payment/card', body, headers, signal })).payload;
};

/** Opens the provider's own form for a package or a basket. */
export const postCheckout = async (
  { main }: Api,
  body: CheckoutSubject,
  key: string,
  signal?: AbortSignal,
): Promise<CheckoutForm> => {
  const headers = { 'Idempotency-Key': key };
  const request = { method: 'POST', path: '/payment/checkout', body, headers, signal } as const;
  return toCheckoutForm((await main.request<CheckoutPayload>(request)).payload);
};

/** The receipt of a paid order as a PDF. */
export const getReceipt = ({ main }: Api, paymentId: string, signal?: AbortSignal): Promise<HttpFile> =>
  main.file({ method: 'GET', path: `/payment/receipt/${paymentId}`, accept: MEDIA_TYPES.pdf, signal });

/** Rows of the ledger on a page. */
export const STATEMENT_LIMIT = 20;
const STATEMENT = { method: 'GET', path: '/payment/statement' } as const;

export interface StatementPage {
  entries: CreditEntry[];
  /** Of all pages. */
  total: number;
}

/** A page of the ledger, the newest first, and how many rows there are: rows come without waiting for a count. */
export const getStatement = async ({ main }: Api, page: number, signal?: AbortSignal): Promise<StatementPage> => {
  const limit = STATEMENT_LIMIT;
  const [rows, count] = await Promise.all([
    main.request<CreditEntry[]>({ ...STATEMENT, query: { page, limit }, signal }),
    main.request<CreditEntry[]>({ ...STATEMENT, query: { limit: 0 }, signal }),
  ]);
  return { entries: rows.payload, total: count.total ?? rows.payload.length };
};
