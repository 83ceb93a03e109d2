import type { Bulk as WireBulk, BulkBody, BulkPreviewBody } from '../../../contract/schemas/bulks';
import type { Api } from '../../lib/api';
import { ITEMS_PAGE, type Bulk, type ItemsQuery } from './rules';

const toBulk = ({ by: _by, ...bulk }: WireBulk): Bulk => bulk;

export const postPreview = async (api: Api, body: BulkPreviewBody, signal?: AbortSignal) =>
  (await api.call('POST /job/application/bulk/preview', { body, signal })).preview;

/** Starts a bulk action; the same key again returns the first one. */
export const postBulk = async (api: Api, body: BulkBody, key: string, signal?: AbortSignal) =>
  toBulk((await api.call('POST /job/application/bulk', { body, headers: { 'Idempotency-Key': key }, signal })).bulk);

export const getBulks = async (api: Api, signal?: AbortSignal) =>
  (await api.call('GET /job/application/bulk', { signal })).map(toBulk);

export const getBulk = async (api: Api, id: string, signal?: AbortSignal) =>
  toBulk((await api.call('GET /job/application/bulk/:id', { params: { id }, signal })).bulk);

/** Returns one page of the results with one outcome, and their number. */
export const getItems = async (api: Api, { bulkId, outcome, page }: ItemsQuery, signal?: AbortSignal) => {
  const query = { outcome, page, limit: ITEMS_PAGE };
  const answer = await api.envelope('GET /job/application/bulk/:id/items', { params: { id: bulkId }, query, signal });
  return { rows: answer.payload, total: answer.total ?? answer.payload.length };
};

export const postUndo = async (api: Api, id: string, signal?: AbortSignal) =>
  toBulk((await api.call('POST /job/application/bulk/:id/undo', { params: { id }, signal })).bulk);
