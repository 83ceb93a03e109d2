import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';

export const title = 'twelve progressive JPEGs are decoded at once';

const AT_ONCE = 12;
/** docs/SECURITY.md, "What is costly": 64 MB for the picture, plus the decoder process. */
const MEMORY_MAX = (64 + 80) * 2 ** 20;

const progressive = (width, height) =>
  sharp({ create: { width, height, channels: 3, background: '#5a8c3c' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();

export const run = async (server) => {
  const { token } = await server.signIn('branch');
  const [first] = (await server.call('GET', '/api/search/job?limit=1', { token })).body.payload;
  for (const [width, height] of [
    [2600, 2000],
    [4000, 4000],
  ]) {
    const bytes = await progressive(width, height);
    const images = [];
    for (let n = 0; n < AT_ONCE; n += 1) {
      const announced = { fileName: 'cover.jpg', contentType: 'image/jpeg', contentLength: bytes.length };
      const { payload } = (await server.call('POST', '/api/job/image', { token, body: announced })).body;
      const sent = await server.call('PUT', payload.uploadUrl, {
        body: bytes,
        headers: { 'content-type': 'image/jpeg' },
      });
      assert.equal(sent.status, 200, `an upload was refused: ${sent.body?.key}`);
      images.push(payload.imageUrl);
    }
    const before = server.memory();
    let peak = before;
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        peak = Math.max(peak, server.memory());
        await sleep(10);
      }
    })();
    const replies = await Promise.all(
      images.map((image) => server.call('PUT', `/api/job/${first.id}`, { token, body: { image } })),
    );
    isOver = true;
    await watching;
    const failures = replies.filter(({ status }) => status >= 500).length;
    assert.equal(failures, 0, `${failures} of ${AT_ONCE} pictures caused a server failure`);
    const rise = Math.round((peak - before) / 2 ** 20);
    assert.ok(
      peak - before < MEMORY_MAX,
      `${AT_ONCE} JPEGs of ${width} × ${height} took ${rise} MB of memory together`,
    );
    // Resets the limit of uploads that one address may announce in ten minutes.
    await server.store('delete from rate_limits');
  }
};
