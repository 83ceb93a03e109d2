import { createApi } from '../../../src/lib/api';
import { ApiError, type HttpRequest } from '../../../src/lib/http';
import type { Found } from '../../../src/lib/keptAnswers/store';
import { createKeptAnswers } from '../../../src/lib/withKeptAnswers';
import { anApiError, noAnswer } from '../../support/builders';
import { deferred, fakeApi, ok } from '../../support/fakeApi';
import { fakePause, settle } from '../../support/fakeClock';

const deleteDatabase = jest.fn();
beforeEach(() => {
  jest.useFakeTimers();
  deleteDatabase.mockClear();
  Object.assign(globalThis, { indexedDB: { deleteDatabase } });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'indexedDB');
});

const FOUND: Found = { answer: { payload: { now: 3 } }, at: 5 };

const make = (given: { found?: Found | null } = {}) => {
  const server = fakeApi().on('GET', '/search/application/needs', ok({ now: 1 }));
  const world = { owner: 7 as number | null, now: 1000, found: 'found' in given ? given.found! : FOUND };
  const keepAnswers = jest.fn(async () => undefined);
  const findAnswer = jest.fn(async () => world.found);
  const onServed = jest.fn();
  const kept = createKeptAnswers({
    getOwner: () => world.owner,
    now: () => world.now,
    onServed,
    load: async () => ({ keepAnswers, findAnswer }),
  });
  const api = kept.wrap(createApi(server));
  const read = () => api.call('GET /search/application/needs', { query: { jobId: 9 } });
  const change = (owner: number | null) => {
    world.owner = owner;
    kept.follow();
  };
  return { server, world, kept, api, read, change, keepAnswers, findAnswer, onServed };
};

const idle = () => jest.advanceTimersByTimeAsync(1000);
const KEPT = { key: 'GET /search/application/needs', query: { jobId: 9 }, answer: { payload: { now: 1 } }, at: 1000 };

test('answers wait until the daily work has loaded, and are then kept when the browser is idle', async () => {
  const { kept, read, keepAnswers, findAnswer } = make();
  await read();
  await idle();
  expect(keepAnswers).not.toHaveBeenCalled();
  kept.begin();
  await idle();
  expect(keepAnswers).toHaveBeenLastCalledWith(
    expect.objectContaining({ owner: 7, answers: [expect.objectContaining(KEPT)], now: 1000 }),
  );
  await read();
  await read();
  await idle();
  expect(keepAnswers).toHaveBeenCalledTimes(2);
  expect(findAnswer).not.toHaveBeenCalled();
});

test('an answer is kept for the user at its arrival, because the same load may allow reading offline', async () => {
  const { server, kept, read, change, keepAnswers } = make();
  change(null);
  const answer = deferred<ReturnType<typeof ok>>();
  server.on('GET', '/search/application/needs', () => answer.promise);
  kept.begin();
  const reading = read();
  change(7);
  answer.resolve(ok({ now: 1 }));
  await reading;
  await idle();
  expect(keepAnswers).toHaveBeenCalledWith(expect.objectContaining({ owner: 7 }));
});

test('a read is as old as its request, because a change may have been answered meanwhile', async () => {
  const { server, world, kept, read, keepAnswers } = make();
  server.on('GET', '/search/application/needs', () => {
    world.now = 3000;
    return ok({ now: 1 });
  });
  kept.begin();
  await read();
  await idle();
  expect(keepAnswers).toHaveBeenCalledWith(
    expect.objectContaining({ answers: [expect.objectContaining({ at: 1000 })], now: 3000 }),
  );
});

test('a read without a response gets the kept answer, and the page learns its age', async () => {
  const { server, read, findAnswer, onServed } = make();
  server.on('GET', '/search/application/needs', noAnswer());
  expect(await read()).toEqual({ now: 3 });
  expect(findAnswer).toHaveBeenCalledWith({
    owner: 7,
    asked: { key: 'GET /search/application/needs', query: { jobId: 9 } },
    now: 1000,
  });
  expect(onServed).toHaveBeenCalledWith(5);
});

test('a read that only the server may answer gets no kept answer, but is kept', async () => {
  const { server, api, kept, keepAnswers, findAnswer } = make();
  const current = api.withSignal(new AbortController().signal).current();
  kept.begin();
  await current.call('GET /search/application/needs');
  await idle();
  expect(keepAnswers).toHaveBeenCalledTimes(1);
  server.on('GET', '/search/application/needs', noAnswer());
  await expect(current.call('GET /search/application/needs')).rejects.toMatchObject({ status: 0 });
  await expect(
    current.withSignal(new AbortController().signal).call('GET /search/application/needs'),
  ).rejects.toMatchObject({ status: 0 });
  expect(findAnswer).not.toHaveBeenCalled();
});

test('a search first writes the answers that still wait', async () => {
  const { server, read, keepAnswers, findAnswer } = make();
  await read();
  server.on('GET', '/search/application/needs', noAnswer());
  await read();
  expect(keepAnswers.mock.invocationCallOrder[0]!).toBeLessThan(findAnswer.mock.invocationCallOrder[0]!);
});

describe('a server that does not answer in time', () => {
  const ROUTE = ['GET', '/search/application/needs'] as const;
  const slow =
    (ms: number) =>
    async ({ signal }: HttpRequest) => {
      const aborted = new Promise((resolve) => signal?.addEventListener('abort', resolve));
      return Promise.race([fakePause(ms).then(() => ok({ now: 1 })), aborted.then(noAnswer)]);
    };
  /** Returns the milliseconds after which a read had an answer, with the answer. */
  const timed = async (reading: Promise<unknown>) => {
    let ended = false;
    void reading.finally(() => (ended = true)).catch(() => undefined);
    for (let ms = 0; ms <= 40_000; ms += 100) {
      if (ended) return [ms, await reading];
      await jest.advanceTimersByTimeAsync(100);
    }
    throw new Error('no answer');
  };
  const makeTimed = (given: Parameters<typeof make>[0] = {}) => {
    const world = make(given);
    const before = Date.now();
    Object.defineProperty(world.world, 'now', { get: () => Date.now() - before });
    return world;
  };

  test('after 3 s the kept answer replaces it, and while the server stays silent after 0.3 s', async () => {
    const { server, read, onServed } = makeTimed();
    server.on(...ROUTE, () => new Promise(() => undefined));
    expect(await timed(read())).toEqual([3000, { now: 3 }]);
    expect(await timed(read())).toEqual([300, { now: 3 }]);
    expect(onServed).toHaveBeenCalledTimes(2);
    server.on(...ROUTE, slow(200));
    expect(await timed(read())).toEqual([200, { now: 1 }]);
    server.on(...ROUTE, slow(2900));
    expect(await timed(read())).toEqual([2900, { now: 1 }]);
    expect(onServed).toHaveBeenCalledTimes(2);
  });

  test('the late answer is kept although its page has the other one, and the next read waits twice as long', async () => {
    const { server, api, kept, keepAnswers, onServed } = makeTimed();
    kept.begin();
    server.on(...ROUTE, slow(5000));
    const stop = new AbortController();
    const reading = api.withSignal(stop.signal).call('GET /search/application/needs');
    expect(await timed(reading)).toEqual([3000, { now: 3 }]);
    // As a saga does once its call has ended.
    stop.abort();
    await jest.advanceTimersByTimeAsync(4000);
    expect(keepAnswers).toHaveBeenCalledTimes(1);
    server.on(...ROUTE, slow(9000));
    expect(await timed(api.call('GET /search/application/needs'))).toEqual([9000, { now: 1 }]);
    expect(onServed).toHaveBeenCalledTimes(1);
  });

  test('without a kept answer the read waits for the server, also when the device cannot search', async () => {
    const { server, read, findAnswer } = makeTimed({ found: null });
    server.on(...ROUTE, slow(8000));
    expect(await timed(read())).toEqual([8000, { now: 1 }]);
    expect(findAnswer).toHaveBeenCalledTimes(1);
    findAnswer.mockReturnValue(new Promise(() => undefined));
    expect(await timed(read())).toEqual([8000, { now: 1 }]);
  });

  test('a page that was left, and an answer during the search, get no kept one', async () => {
    const { server, api, read, findAnswer, onServed } = makeTimed();
    server.on(...ROUTE, slow(3500));
    findAnswer.mockImplementation(async () => {
      await fakePause(1000);
      return FOUND;
    });
    expect(await timed(read())).toEqual([3500, { now: 1 }]);
    const stop = new AbortController();
    const reading = api.withSignal(stop.signal).call('GET /search/application/needs');
    const failure = expect(reading).rejects.toMatchObject({ status: 0 });
    await jest.advanceTimersByTimeAsync(3100);
    stop.abort();
    await jest.advanceTimersByTimeAsync(5000);
    await failure;
    expect(onServed).not.toHaveBeenCalled();
  });
});

test.each([
  ['a refusal', anApiError(503, 'error.unavailable')],
  ['a missing thing', anApiError(404, 'error.not_found')],
])('a response of the server takes precedence: %s is passed on', async (_what, answer) => {
  const { server, read, findAnswer } = make();
  server.on('GET', '/search/application/needs', answer);
  await expect(read()).rejects.toBeInstanceOf(ApiError);
  expect(findAnswer).not.toHaveBeenCalled();
});

test('a read fails as before without a kept answer, when cancelled, and with nobody signed in', async () => {
  const { server, api, world, read, change, findAnswer, onServed } = make({ found: null });
  server.on('GET', '/search/application/needs', noAnswer());
  await expect(read()).rejects.toMatchObject({ status: 0 });
  const stop = new AbortController();
  stop.abort();
  await expect(api.withSignal(stop.signal).call('GET /search/application/needs')).rejects.toMatchObject({ status: 0 });
  world.found = FOUND;
  change(null);
  await expect(read()).rejects.toMatchObject({ status: 0 });
  expect(findAnswer).toHaveBeenCalledTimes(1);
  expect(onServed).not.toHaveBeenCalled();
});

test('another user, the end of the session and the organisation’s ban delete kept and waiting answers', async () => {
  const { kept, read, change, keepAnswers } = make();
  change(7);
  expect(deleteDatabase).not.toHaveBeenCalled();
  await read();
  change(8);
  expect(deleteDatabase).toHaveBeenCalledTimes(1);
  change(null);
  expect(deleteDatabase).toHaveBeenCalledTimes(2);
  await read();
  change(7);
  kept.begin();
  await idle();
  expect(keepAnswers).not.toHaveBeenCalled();
  expect(deleteDatabase).toHaveBeenCalledTimes(2);
});

test('the end of the session stops the writing and drops an answer under way', async () => {
  const { kept, server, read, change, keepAnswers, onServed } = make();
  kept.begin();
  await read();
  await idle();
  const [[{ isCurrent }]] = keepAnswers.mock.calls as unknown as [[{ isCurrent: () => boolean }]];
  expect(isCurrent()).toBe(true);
  server.on('GET', '/search/application/needs', noAnswer());
  const reading = read();
  change(null);
  await expect(reading).rejects.toMatchObject({ status: 0 });
  await settle();
  expect(isCurrent()).toBe(false);
  expect(onServed).not.toHaveBeenCalled();
});

test('a database that the browser refuses changes nothing', async () => {
  const { server, kept, read, keepAnswers, findAnswer } = make();
  keepAnswers.mockRejectedValue(new Error('SecurityError'));
  findAnswer.mockRejectedValue(new Error('SecurityError'));
  deleteDatabase.mockImplementationOnce(() => {
    throw new Error('SecurityError');
  });
  kept.forget();
  kept.begin();
  expect(await read()).toEqual({ now: 1 });
  await idle();
  server.on('GET', '/search/application/needs', noAnswer());
  await expect(read()).rejects.toMatchObject({ status: 0 });
});
