import type { Bulk as WireBulk, BulkBody, BulkPreviewBody } from '../../../contract/schemas/bulks';
import type { Api } from '../../lib/api';
import { serverNow } from '../../lib/serverClock';
import { ITEMS_PAGE, type Bulk, type ItemsQuery } from './rules';

/** The clock of the device may be wrong, so the seconds count from the arrival. */
const toBulk = ({ by: _by, ...bulk }: WireBulk): Bulk => ({
  ...bulk,
  ...(bulk.recallSeconds != null && { recallUntil: serverNow() + bulk.recallSeconds * 1000 }),
});

export const postPreview = async (api: Api, body: BulkPreviewBody) =>
  (await api.call('POST /job/application/bulk/preview', { body })).preview;

/** Starts a bulk action; the same key again returns the first one. */
export const postBulk = async (api: Api, body: BulkBody, key: string) =>
  toBulk((await api.call('POST /job/application/bulk', { body, headers: { 'Idempotency-Key': key } })).bulk);

export const getBulks = async (api: Api) => (await api.call('GET /job/application/bulk')).map(toBulk);

export const getBulk = async (api: Api, id: string) =>
  toBulk((await api.call('GET /job/application/bulk/:id', { params: { id } })).bulk);

/** Returns one page of the results with one outcome, and their number. */
export const getItems = async (api: Api, { bulkId, outcome, page }: ItemsQuery) => {
  const query = { outcome, page, limit: ITEMS_PAGE };
  const answer = await api.envelope('GET /job/application/bulk/:id/items', { params: { id: bulkId }, query });
  return { rows: answer.payload, total: answer.total ?? answer.payload.length };
};

export const postUndo = async (api: Api, id: string) =>
  toBulk((await api.call('POST /job/application/bulk/:id/undo', { params: { id } })).bulk);
