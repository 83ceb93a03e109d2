// `npm run bench -- api [applications]`: compares, in one run, every list route and the user's route with a bare
// Fastify route that sends the same statements, and the median time in the load world with that in the demo world. The
// statements do not include the look-up of the session, which the server caches.
import { compare, type Pair } from './support/beside';
import type { Served } from './support/apiServer';
import { startChild } from './support/child';
import { LIST_REQUESTS } from './support/apiRoutes';
import { report, type Line } from './support/report';
import { median } from './support/stats';
import { openWorlds } from './support/worlds';

const APPLICATIONS = Number(process.argv[2] ?? 1_000_000);
const SEQUENTIAL = 200;
const MIN_SHARE = 0.85;
/** Returns the largest ratio of the median times. The total only reads counters, which are few in both worlds. */
const slowdownOf = (name: string): number => (name === 'applications, total' ? 1.3 : 1.5);

const timeOnce = async (url: string, headers: Record<string, string>): Promise<{ took: number; bytes: number }> => {
  const started = performance.now();
  const reply = await fetch(url, { headers });
  const { byteLength } = await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return { took: performance.now() - started, bytes: byteLength };
};

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

const pairsOf = ({ product, bare, headers }: Served): Pair[] =>
  LIST_REQUESTS.map(({ name, url, isGateway, perSecond }, at) => ({
    name,
    product: product + url,
    bare: `${bare}/${at}`,
    headers: headers[isGateway ? 1 : 0],
    status: 200,
    least: MIN_SHARE,
    perSecond,
  }));

const compareWorlds = async (demo: Served, load: Served): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const { name, url, isGateway } of LIST_REQUESTS) {
    const send = ({ product, headers }: Served) => timeOnce(product + url, headers[isGateway ? 1 : 0]);
    const small: number[] = [];
    const large: number[] = [];
    const sizes = [(await send(load)).bytes, (await send(demo)).bytes].map(kilobytes);
    for (let at = 0; at < SEQUENTIAL; at += 1) {
      small.push((await send(demo)).took);
      large.push((await send(load)).took);
    }
    const [inDemo, inLoad] = [median(small), median(large)];
    lines.push({
      what: name,
      figures: `${inLoad.toFixed(2)} beside ${inDemo.toFixed(2)} ms = ${(inLoad / inDemo).toFixed(2)}, ${sizes.join(' beside ')} kB`,
      bound: `≤ ${slowdownOf(name)}`,
      ok: inLoad / inDemo <= slowdownOf(name),
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
    const worlds = await compareWorlds(servers.ready.demo, servers.ready.load);
    const bare = await compare(pairsOf(servers.ready.demo));
    servers.stop();
    await report(
      'api',
      'Requests/s beside a bare route that sends the same statements, 10 connections, demo world',
      bare,
    );
    await report(
      'api, worlds',
      `Median time in the load world (${APPLICATIONS.toLocaleString('en')} applications) beside the demo world`,
      worlds,
    );
  } finally {
    await store.close();
  }
};

await run();
