import { preloadMainPages, preloadPage, watchLinks } from '../../../src/app/preload';
import type { AppRoute } from '../../../src/app/routes';

const routeOf = (path: string) => {
  const preload = jest.fn(async () => undefined);
  const route: AppRoute = { path, access: 'branch', Screen: Object.assign(() => null, { preload }) };
  return { preload, route };
};

test('preloads the page of a path and its frame, and ignores a failed load', async () => {
  const [jobs, job] = [routeOf('/jobs'), routeOf('/jobs/detail/:jobId')];
  const frame = jest.fn(async () => Promise.reject(new Error('offline')));
  job.route.Frame = Object.assign(() => null, { preload: frame });
  await preloadPage('/jobs/detail/5', [jobs.route, job.route]);
  expect(jobs.preload).not.toHaveBeenCalled();
  expect(frame).toHaveBeenCalledTimes(1);
  expect(job.preload).toHaveBeenCalledTimes(1);
});

test.each(['pointerover', 'focusin', 'touchstart'])('%s on a link preloads its page', (event) => {
  const page = document.createElement('div');
  page.innerHTML =
    '<a href="/dashboard/inbox/5?a=1"><b id="own">x</b></a><a href="https://elsewhere.test/dashboard/a" id="other">y</a><p id="none"></p>';
  const preload = jest.fn(async () => undefined);
  watchLinks(page, preload);
  for (const id of ['own', 'other', 'none'])
    page.querySelector(`#${id}`)?.dispatchEvent(new Event(event, { bubbles: true }));
  expect(preload.mock.calls).toEqual([['/inbox/5']]);
});

describe('preloading the main pages', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const fetched = async (connection?: { saveData: boolean }) => {
    const preload = jest.fn(async (_path: string) => undefined);
    preloadMainPages({ navigator: { connection } as unknown as Navigator, preload });
    await jest.advanceTimersByTimeAsync(10_000);
    return preload.mock.calls.map(([path]) => path);
  };

  test('loads them one by one when the browser is idle', async () => {
    expect(await fetched()).toEqual([
      '/today',
      '/jobs',
      '/applications',
      '/jobs/detail/:jobId/:applicationId',
      '/inbox/:threadId',
    ]);
  });

  test('skips them when the browser saves data', async () => {
    expect(await fetched({ saveData: true })).toEqual([]);
  });
});
