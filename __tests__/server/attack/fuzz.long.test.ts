import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import type { RouteContract } from '../../../contract/routes/defineRoute';
import { createBasket } from '../../../contract/routes/commerce';
import { ROUTES } from '../../../contract/routes/index';
import { callerOf, NO_BASKET, rightCall } from '../../support/rightCalls';
import { newSeed } from '../../support/newSeed';
import { inputsOf } from '../../support/fuzz/inputs';
import { senderOf, type Sender } from '../../support/fuzz/send';
import { testServer, type CallOptions, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';

/** Inputs for each route: a few in every test run, more with `node scripts/check-fuzz.mjs`. */
const INPUTS = Number(process.env.FUZZ_INPUTS ?? 12);
const SEED = newSeed('FUZZ_SEED');
const ONLY = process.env.FUZZ_ROUTE;
const WORK_MS = 1_000;
/** Heap growth in bytes that is no leak: the second half of the inputs may add this much. */
const GROWTH_MAX = 8 * 2 ** 20;

jest.setTimeout(120_000 + INPUTS * 2_000);

// Each login takes 19 MiB and 30 ms of a core, so the fuzz sends fewer of them.
const inputsFor = ({ id }: RouteContract) => (id === 'login' ? Math.min(INPUTS, 200) : INPUTS);

const heapAfterCollection = (): number => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
};

describe(`fuzz with seed ${SEED}`, () => {
  let server: TestServer;
  let world: World;
  let sender: Sender;
  let basketId: string;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
    sender = senderOf(server);
    basketId = (await server.call(createBasket, { as: 'company' })).body.payload.basket._id;
  });
  afterAll(() => server.close());

  /** Counts the statuses of each route. A fuzz with rejections only tests nothing behind the validation. */
  const answered = new Map<string, Map<number, number>>();
  const note = (id: string, status: number) => {
    const counts = answered.get(id) ?? new Map<number, number>();
    answered.set(id, counts.set(status, (counts.get(status) ?? 0) + 1));
  };

  const attack = async (route: RouteContract, numRuns: number, seed: number) => {
    // Uses an existing basket, so that the fuzz reaches the code behind the look-up.
    const right = JSON.parse(
      JSON.stringify(rightCall(route, world)).replaceAll(`basketId":"${NO_BASKET}`, `basketId":"${basketId}`),
    ) as CallOptions;
    const as = callerOf(route);
    // Clears the rate limits that one route used up before the next route.
    await server.pool.query('truncate rate_limits');
    const property = fc.asyncProperty(inputsOf(route, right, Object.values(world)), async (input) => {
      const { status, ms } = await sender.send(route, as, input);
      note(route.id, status);
      if (status === 429) await server.pool.query('truncate rate_limits');
      if (status >= 500) throw new Error(`${route.id}: ${status}`);
      if (ms > WORK_MS && !route.produces) throw new Error(`${route.id}: ${Math.round(ms)} ms`);
    });
    await fc.assert(property, { seed, numRuns, verbose: 0, interruptAfterTimeLimit: 25_000 + INPUTS * 1_500 });
  };

  const routes = ROUTES.filter(({ id }) => ONLY === undefined || id === ONLY);
  it.each(routes.map((route) => [route.id, route] as const))(
    '%s: no input makes a 5xx, breaks the contract or takes a second of the processor',
    (_id, route) => attack(route, inputsFor(route), SEED),
  );

  it('gets past the validation of nearly every route', () => {
    const shown = [...answered].map(([id, counts]) => `${id} ${[...counts].map((pair) => pair.join('×')).join(' ')}`);
    if (process.env.FUZZ_INPUTS) process.stdout.write(`${shown.join('\n')}\n`);
    const isBehind = (counts: Map<number, number>) =>
      [...counts.keys()].some((status) => status < 400 || status === 404 || status === 409);
    expect([...answered.values()].filter(isBehind).length).toBeGreaterThan(routes.length * 0.85);
  });

  it('does not grow the memory', async () => {
    const before = heapAfterCollection();
    for (const route of routes) if (route.id !== 'login') await attack(route, Math.max(2, INPUTS / 4), SEED + 1);
    expect(heapAfterCollection() - before).toBeLessThan(GROWTH_MAX);
  });
});
