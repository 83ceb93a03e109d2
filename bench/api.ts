// `npm run bench -- api [applications]`: every list route beside a bare Fastify route that sends the same statements
// (token look-up included), and the median time in the load world beside the demo world, all in one run.
import autocannon from 'autocannon';
import { startChild } from './support/child';
import { LIST_REQUESTS } from './support/apiRoutes';
import { report, type Line } from './support/report';
import { median } from './support/stats';
import { openWorlds } from './support/worlds';

const APPLICATIONS = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 3;
const ROUND_SECONDS = 2;
const CONNECTIONS = 10;
const SEQUENTIAL = 200;
const LEAST_SHARE = 0.7;
const MOST_SLOWER = 1.5;

interface Served {
  product: string;
  bare: string;
  /** For a user, for the gateway. */
  headers: [Record<string, string>, Record<string, string>];
}

const throughput = async (url: string, headers: Record<string, string>): Promise<number> => {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: ROUND_SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  return result.requests.average;
};

const timeOnce = async (url: string, headers: Record<string, string>): Promise<number> => {
  const started = performance.now();
  const reply = await fetch(url, { headers });
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return performance.now() - started;
};

const compareWithBare = async ({ product, bare, headers }: Served): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const [at, { name, url, isGateway }] of LIST_REQUESTS.entries()) {
    const sides: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      sides.ours.push(await throughput(product + url, headers[isGateway ? 1 : 0]));
      sides.theirs.push(await throughput(`${bare}/${at}`, {}));
    }
    const [ours, theirs] = [median(sides.ours), median(sides.theirs)];
    lines.push({
      what: name,
      figures: `${ours.toFixed(0)} of ${theirs.toFixed(0)} requests/s = ${(ours / theirs).toFixed(2)}`,
      bound: `≥ ${LEAST_SHARE}`,
      ok: ours / theirs >= LEAST_SHARE,
    });
  }
  return lines;
};

const compareWorlds = async (demo: Served, load: Served): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const { name, url, isGateway } of LIST_REQUESTS) {
    const small: number[] = [];
    const large: number[] = [];
    for (let at = 0; at < SEQUENTIAL; at += 1) {
      small.push(await timeOnce(demo.product + url, demo.headers[isGateway ? 1 : 0]));
      large.push(await timeOnce(load.product + url, load.headers[isGateway ? 1 : 0]));
    }
    const [inDemo, inLoad] = [median(small), median(large)];
    lines.push({
      what: name,
      figures: `${inLoad.toFixed(2)} ms beside ${inDemo.toFixed(2)} ms = ${(inLoad / inDemo).toFixed(2)}`,
      bound: `≤ ${MOST_SLOWER}`,
      ok: inLoad / inDemo <= MOST_SLOWER,
    });
  }
  return lines;
};

const run = async () => {
  const store = await openWorlds();
  try {
    const servers = await startChild<{ demo: Served; load: Served }>('apiServer.ts', [
      await store.demo(),
      await store.load(APPLICATIONS),
    ]);
    const worlds = await compareWorlds(servers.told.demo, servers.told.load);
    const bare = await compareWithBare(servers.told.demo);
    servers.stop();
    await report('api', `throughput beside a bare route, ${CONNECTIONS} connections, demo world`, bare);
    await report(
      'api, worlds',
      `median time in the load world (${APPLICATIONS.toLocaleString('en')} applications) beside the demo world`,
      worlds,
    );
  } finally {
    await store.close();
  }
};

await run();
