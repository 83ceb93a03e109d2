// One process that serves the product over a world: as it is for those who are at work in it, and without limits of rates
// beside bare routes that send the same statements. Tells on demand how long its processor worked, in milliseconds.
import fastify from 'fastify';
import { buildApp } from '../../server/app';
import { addBare, type Pair } from './beside';
import { benchDeps, benchLogger, WITHOUT_RATES } from './deps';
import { EMPLOYER_DAY, employersAtWork, pollOf } from './employerDay';

const [url, count] = process.argv.slice(2);
const { deps, pool } = benchDeps(url!, {});
const employers = await employersAtWork(deps, pool, Number(count) + 1);
// Not at work: nothing of what is asked for beside the bare routes changes meanwhile, an unchanged poll least of all.
const someone = employers.pop()!;
const listen = { port: 0, host: '127.0.0.1' };
const app = await buildApp({ deps, logger: benchLogger() });
const origin = await app.listen(listen);

const { deps: unlimited, pool: second } = benchDeps(url!, WITHOUT_RATES);
const product = await buildApp({ deps: unlimited, logger: benchLogger() });
const bare = fastify();

/** Our clients speak in lines; what they say as a request that can be injected. */
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
for (const { kind, ask, isWrite } of EMPLOYER_DAY)
  if (!isWrite && ask !== pollOf) await add(kind, ask(someone, 0).head, 0.7);

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
