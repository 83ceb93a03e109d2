import assert from 'node:assert/strict';

export const title = 'unlimited copies of a job fill the disk';

const COUNT = 1_100;
const AT_ONCE = 20;
/** Longest growth of the store by 1,000 copies: rows, indexes and write-ahead log, in bytes. */
const BYTES_MAX = 30e6;

export const run = async (server) => {
  const { token } = await server.signIn('company');
  const [job] = (await server.call('GET', '/api/search/job?limit=1', { token })).body.payload;
  const before = server.diskBytes();
  let copied = 0;
  let refused;
  for (let n = 0; n < COUNT && !refused; n += AT_ONCE) {
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, () => server.call('POST', `/api/job/${job.id}/copy`, { token })),
    );
    copied += replies.filter(({ status }) => status === 200).length;
    refused = replies.find(({ status, body }) => status === 429 && body.key.startsWith('quota.'));
  }
  assert.ok(refused, `${copied} copies in a row were not limited`);
  assert.ok(refused.body.quota.limit >= copied, 'the refusal lacks the allowed number');
  assert.ok(Number(refused.headers['retry-after']) > 0, 'the refusal lacks a Retry-After');
  const grown = server.diskBytes() - before;
  assert.ok(grown < BYTES_MAX, `${copied} copies took ${Math.round(grown / 1e6)} MB of the disk`);
};
