// The S3-compatible store that `npm run cluster` runs when none is configured.
import path from 'node:path';

const ACCOUNT = {
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'dashboard',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
};

/**
 * Returns the store's settings and a function that stops it. Without the development package, all servers share a
 * folder instead.
 */
export const startFiles = async (folder) => {
  const { default: S3rver } = await import('@20minutes/s3rver').catch(() => ({ default: null }));
  if (!S3rver) return { env: {}, stop: async () => undefined, label: `a folder that they share` };
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: path.join(folder, 's3'),
    configureBuckets: [{ name: ACCOUNT.S3_BUCKET, configs: [] }],
  });
  const { port } = await store.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return { env: { ...ACCOUNT, S3_ENDPOINT: endpoint }, stop: () => store.close(), label: endpoint };
};
