import { HOUR } from '../../../contract/constants/time';
import type * as serverClock from '../../../src/lib/serverClock';

const NOON = Date.parse('2026-11-25T09:00:00Z');

/** Loads a fresh module, whose clock has seen no response yet. */
const load = () => {
  let clock!: typeof serverClock;
  jest.isolateModules(() => {
    clock = jest.requireActual<typeof serverClock>('../../../src/lib/serverClock');
  });
  return clock;
};

/** Lets a device whose clock is wrong by `wrongBy` ms receive a response after `takes` ms. */
const receive = async (
  { learnClock }: typeof serverClock,
  {
    wrongBy = 0,
    takes = 200,
    date = undefined as string | undefined,
    cache = 'no-store',
    type = 'application/json',
  } = {},
) => {
  jest.setSystemTime(NOON + wrongBy);
  const send = learnClock(async () => {
    jest.setSystemTime(Date.now() + takes);
    const headers = {
      'Cache-Control': cache,
      'Content-Type': type,
      Date: date ?? new Date(NOON + takes / 2).toUTCString(),
    };
    return new Response('{}', { headers });
  });
  await send('/api/user/me');
};

beforeEach(() => jest.useFakeTimers({ now: NOON }));

test.each([7 * HOUR, 26 * HOUR, -3 * HOUR, 4_000])(
  'a device that is wrong by %d ms follows the server',
  async (wrongBy) => {
    const clock = load();
    const received = jest.fn();
    clock.watchClock(received);
    await receive(clock, { wrongBy });
    expect(Math.abs(clock.serverNow() - (NOON + 200))).toBeLessThanOrEqual(700);
    expect(received).toHaveBeenCalledTimes(1);
    await receive(clock, { wrongBy, takes: 900 });
    expect(received).toHaveBeenCalledTimes(1);
  },
);

test('a device that is right keeps its own time, however slow the network is', async () => {
  const clock = load();
  for (const takes of [0, 200, 900, 20_000]) await receive(clock, { takes });
  expect(clock.clockAhead()).toBe(0);
});

test('a device whose clock was corrected follows its own time again', async () => {
  const clock = load();
  await receive(clock, { wrongBy: 7 * HOUR });
  await receive(clock);
  expect(Math.abs(clock.clockAhead())).toBeLessThanOrEqual(700);
});

test.each([
  ['that a cache may have kept', { cache: 'public, max-age=300' }],
  ['without a time', { date: '' }],
  ['of a proxy', { type: 'text/html' }],
  ['with a time that is none', { date: 'soon' }],
])('ignores a response %s', async (_which, given) => {
  const clock = load();
  await receive(clock, { wrongBy: HOUR, ...given });
  expect(clock.clockAhead()).toBe(0);
});
