import type { Challenge } from '../../../contract/schemas/challenge';
import { ApiError, type Http } from '../../../src/lib/http';
import { withProofOfWork } from '../../../src/lib/withProofOfWork';

const required = (challenge: unknown) =>
  new ApiError({ status: 429, key: 'challenge.required', payload: { ok: false, challenge } });
const LOGIN = { method: 'POST', path: '/user/login', body: { email: 'a@b.test' } } as const;

const make = (answers: (Error | number)[], solve: Parameters<typeof withProofOfWork>[1]['solve']) => {
  const request = jest.fn(async (_asked: unknown) => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return { payload: answer };
  });
  const onLong = jest.fn();
  const http = withProofOfWork({ request, file: jest.fn() } as unknown as Http, { solve, onLong });
  return { http, request, onLong };
};

const challenge = { parameters: {}, signature: 'a' } as unknown as Challenge;
const solution = { counter: 7, derivedKey: 'ab', time: 1 };

describe('the proof-of-work client', () => {
  test('repeats a call with the solution of its challenge', async () => {
    const { http, request, onLong } = make([required(challenge), 1], async () => ({ challenge, solution }));
    expect(await http.request(LOGIN)).toEqual({ payload: 1 });
    expect(request).toHaveBeenLastCalledWith({
      ...LOGIN,
      body: { email: 'a@b.test', solved: { challenge, solution } },
    });
    expect(onLong).not.toHaveBeenCalled();
  });

  test('fails with the original error after repeated challenges, or when it cannot solve one', async () => {
    const again = make(
      Array.from({ length: 9 }, () => required(challenge)),
      async () => ({ challenge, solution }),
    );
    await expect(again.http.request(LOGIN)).rejects.toMatchObject({ key: 'challenge.required' });
    expect(again.request).toHaveBeenCalledTimes(4);
    for (const solve of [async () => null, () => Promise.reject(new TypeError('no crypto.subtle'))]) {
      const { http, request } = make([required(challenge)], solve);
      await expect(http.request(LOGIN)).rejects.toMatchObject({ key: 'challenge.required' });
      expect(request).toHaveBeenCalledTimes(1);
    }
  });

  test('passes on other failures and a challenge error without a challenge', async () => {
    const solve = jest.fn();
    for (const error of [new ApiError({ status: 429, key: 'error.too_many_requests' }), required(undefined)])
      await expect(make([error], solve).http.request(LOGIN)).rejects.toBe(error);
    expect(solve).not.toHaveBeenCalled();
  });

  test('reports the work only when it takes over a second', async () => {
    jest.useFakeTimers();
    let done: (solved: { challenge: Challenge; solution: typeof solution }) => void = () => undefined;
    const { http, onLong } = make([required(challenge), 1], () => new Promise((resolve) => (done = resolve)));
    const asked = http.request(LOGIN);
    await jest.advanceTimersByTimeAsync(999);
    expect(onLong).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(onLong).toHaveBeenCalledTimes(1);
    done({ challenge, solution });
    await asked;
    jest.useRealTimers();
  });
});
