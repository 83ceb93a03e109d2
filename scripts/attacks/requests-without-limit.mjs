import assert from 'node:assert/strict';

export const title = 'public routes, above all /openapi.json, are requested without limit';

const COUNT = 4_000;
const AT_ONCE = 100;

export const run = async (server) => {
  const first = await server.call('GET', '/openapi.json', { from: '127.9.9.9' });
  const { etag } = first.headers;
  assert.ok(etag, '/openapi.json has no ETag');
  const headers = { 'if-none-match': etag };
  const again = await server.call('GET', '/openapi.json', { from: '127.9.9.9', headers });
  assert.equal(again.status, 304, '/openapi.json is sent again to a client that has it');
  let refused = 0;
  for (let n = 0; n < COUNT && refused === 0; n += AT_ONCE) {
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, () => server.call('GET', '/openapi.json', { from: '127.9.9.10', headers })),
    );
    refused = replies.filter(({ status }) => status === 429).length;
  }
  assert.ok(refused > 0, `one address got /openapi.json ${COUNT} times in a row`);
};
