import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { PosterFormat } from '../../../contract/constants/publicPage';
import type { PublicPageBody } from '../../../contract/schemas/publicPage';
import type { Api } from '../../lib/api';

/** Returns the page of a branch, or the user's own without `branchId`. */
export const getPublicPage = async (api: Api, branchId: number | null) =>
  (await api.call('GET /branch-page', { query: { branchId } })).branchPage;

/** Changes the given fields and returns the changed page. */
export const putPublicPage = async (api: Api, branchId: number | null, body: PublicPageBody) =>
  (await api.call('PUT /branch-page', { query: { branchId }, body })).branchPage;

/** Returns the QR code as an address of a picture; only calls with a token get the file. */
export const getQr = async (api: Api, branchId: number | null): Promise<string> => {
  const { blob } = await api.file('GET /branch-page/qr.svg', { query: { branchId }, accept: MEDIA_TYPES.svg });
  return `data:${MEDIA_TYPES.svg},${encodeURIComponent(await blob.text())}`;
};

export const getPoster = (api: Api, { branchId, format }: { branchId: number | null; format: PosterFormat }) =>
  api.file('GET /branch-page/poster.pdf', { query: { branchId, format }, accept: MEDIA_TYPES.pdf });
