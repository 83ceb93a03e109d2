// Serves the product over a world: as in production for the simulated employers, and without rate limits for the
// comparison with bare routes that send the same statements. Reports its processor time in milliseconds on request.
import fastify from 'fastify';
import { buildApp } from '../../server/app';
import { addBare, type Pair } from './beside';
import { benchDeps, benchLogger, WITHOUT_RATES } from './deps';
import { EMPLOYER_DAY, employersAtWork, pollOf } from './employerDay';

const [url, count] = process.argv.slice(2);
const { deps, pool } = benchDeps(url!, {});
const employers = await employersAtWork(deps, pool, Number(count) + 1);
// This account does no simulated work, so its data stays the same during the comparison; an unchanged poll needs that
// most.
const someone = employers.pop()!;
const listen = { port: 0, host: '127.0.0.1' };
const app = await buildApp({ deps, logger: benchLogger() });
const origin = await app.listen(listen);

const { deps: unlimited, pool: second } = benchDeps(url!, WITHOUT_RATES);
const product = await buildApp({ deps: unlimited, logger: benchLogger() });
const bare = fastify();

/** Converts a raw request head of our clients to a request that can be injected. */
const requestOf = (head: string) => {
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
  return { url: first.split(' ')[1]!, headers };
};

const pairs: Omit<Pair, 'bare' | 'product'>[] = [];
const paths: string[] = [];
const add = async (name: string, head: string, least: number) => {
  const request = requestOf(head);
  const { sent, status } = await addBare(bare, second, `/${pairs.length}`, () => product.inject(request));
  pairs.push({ name: `${name} (${sent} statements)`, headers: request.headers, status, least });
  paths.push(request.url);
};

const opened = await product.inject(requestOf(pollOf(someone).head));
pollOf(someone).seen!({ status: 200, etag: undefined, body: opened.body });
someone.etag = String((await product.inject(requestOf(pollOf(someone).head))).headers.etag);
await add('an unchanged poll', pollOf(someone).head, 0.8);
for (const { kind, request, isWrite } of EMPLOYER_DAY)
  if (!isWrite && request !== pollOf) await add(kind, request(someone, 0).head, 0.7);

const productOrigin = await product.listen(listen);
const bareOrigin = await bare.listen(listen);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!((user + system) / 1000);
});
process.on('SIGTERM', () => process.exit(0));
process.send!({
  origin,
  employers,
  pairs: pairs.map((pair, at) => ({ ...pair, product: productOrigin + paths[at], bare: `${bareOrigin}/${at}` })),
});
