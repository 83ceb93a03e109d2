import { ofRelease } from '../../../src/serviceWorker/release';

const PAGE = 'https://jobs.test/dashboard/';

test.each([
  ['the page of the release', PAGE, 200, 'one', true],
  ['the page of another release', PAGE, 200, 'other', false],
  ['the page of a server without a revision', PAGE, 200, null, false],
  ['a file, whose name has its hash', `${PAGE}assets/main.1.js`, 200, null, true],
  ['a missing file', `${PAGE}assets/main.1.js`, 404, null, false],
  ['an error instead of the page', PAGE, 502, 'one', false],
] as const)('%s', async (_what, url, status, revision, isKept) => {
  const headers = new Headers(revision === null ? {} : { 'x-page-revision': revision });
  const response = new Response('', { status, headers });
  const kept = await ofRelease('one').cacheWillUpdate({ request: { url }, response });
  expect(kept).toBe(isKept ? response : null);
});
