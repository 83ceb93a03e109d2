import type { Api } from '../../../lib/api';

/** Returns the address for the PUT of the image. */
export const postJobImage = (api: Api, { fileName, file }: { fileName: string; file: Blob }, signal?: AbortSignal) => {
  const contentType = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  return api.call('POST /job/image', { body: { fileName, contentType, contentLength: file.size }, signal });
};

export const postCompanyLocation = async (
  api: Api,
  { ownerId, ...place }: { ownerId: number | null; name: string; location: string },
  signal?: AbortSignal,
) => {
  const body = { ...place, ...(ownerId !== null && { targetUser: ownerId }) };
  return (await api.call('POST /job/company-location', { body, signal })).location;
};
