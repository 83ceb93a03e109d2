// `npm run bench -- million [applications] [pattern]`: requests every list of the product in the load world, one after
// the other on one connection, and again in a world of the same size in which one branch owns everything. The worlds
// are kept between runs. With a pattern it sends only the requests whose names match, and only in the load world.
import { startChild } from './support/child';
import { openConnection, type Connection } from './support/connection';
import { listRequests } from './support/listRequests';
import type { ListCaller, Kind, ListRequest } from './support/lists';
import type { Places } from './support/places';
import { report, type Line } from './support/report';
import { median, percentile } from './support/stats';
import { openWorlds } from './support/worlds';

const APPLICATIONS = Number(process.argv[2] ?? 1_000_000);
const PATTERN = process.argv[3];
/** Measured requests of one list, unless they take longer than this together. */
const REQUESTS = 100;

interface MeasureOptions {
  warm: number;
  /** Minimum number of requests, however long they take. */
  least: number;
  milliseconds: number;
}
/** A statement is prepared after ten calls, and PostgreSQL keeps its plan after five more. */
const IN_LOAD_WORLD: MeasureOptions = { warm: 16, least: 20, milliseconds: 1_000 };
/** In this world a search may take seconds, and has no bound. */
const WITH_ONE_OWNER: MeasureOptions = { warm: 1, least: 3, milliseconds: 300 };

/** Bounds in milliseconds: of the median, and of the 99th percentile if one is promised. */
const BOUNDS: Record<Kind, { median: number; p99?: number; text: string }> = {
  page: { median: 10, p99: 50, text: 'median < 10 ms, p99 < 50 ms' },
  count: { median: 10, text: 'median < 10 ms' },
  filtered: { median: 100, text: 'median < 100 ms' },
  exhaustive: { median: 100, text: 'median < 100 ms' },
};
const KINDS: Record<Kind, string> = {
  page: 'pages',
  count: 'counts',
  filtered: 'filtered counts',
  exhaustive: 'full searches',
};

interface Served {
  origin: string;
  places: Places;
  headers: Record<ListCaller, Record<string, string>>;
}

interface Measured {
  /** The fastest time: it estimates the median without the machine's other work. */
  least: number;
  median: number;
  p99: number;
}

const headOf = ({ as, method, url, body }: ListRequest, headers: Served['headers']): string => {
  const lines = Object.entries(headers[as]).map(([name, value]) => `${name}: ${value}`);
  const type = body === undefined ? [] : ['Content-Type: application/json'];
  return [`${method} ${url} HTTP/1.1`, ...lines, ...type].join('\r\n');
};

const measure = async (
  connection: Connection,
  request: ListRequest,
  { headers }: Served,
  { warm, least, milliseconds }: MeasureOptions,
): Promise<Measured> => {
  const head = headOf(request, headers);
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  const times: number[] = [];
  const until = performance.now() + milliseconds;
  for (let at = -warm; at < REQUESTS && (at < least || performance.now() < until); at += 1) {
    const { status, took, body: text } = await connection.send(head, body);
    if (status !== 200) throw new Error(`${request.name}: ${status} ${text}`);
    if (at >= 0) times.push(took);
  }
  return { least: Math.min(...times), median: median(times), p99: percentile(times, 0.99) };
};

/** Requests of one server, which prepares a hundred statements: those of every list are more. */
const OF_ONE_SERVER = 10;

/** Measures the next requests and returns whether there are more. */
const measureSome = async (url: string, options: MeasureOptions, measured: Map<ListRequest, Measured>) => {
  const { ready, stop } = await startChild<Served>('listServer.ts', [url]);
  const connection = await openConnection(ready.origin);
  const requests = listRequests(ready.places).filter(({ name }) => new RegExp(PATTERN ?? '').test(name));
  for (const request of requests.slice(measured.size, measured.size + OF_ONE_SERVER))
    measured.set(request, await measure(connection, request, ready, options));
  connection.close();
  stop();
  return measured.size < requests.length;
};

const measureAll = async (url: string, options: MeasureOptions): Promise<Map<ListRequest, Measured>> => {
  const measured = new Map<ListRequest, Measured>();
  while (await measureSome(url, options, measured));
  return measured;
};

/** Returns one line for each list and kind of request, with the slowest by name. */
const linesOf = (own: Map<ListRequest, Measured>, all: Map<ListRequest, Measured>): Line[] => {
  const groups = new Map<string, [ListRequest, Measured][]>();
  for (const entry of own) {
    const { list, kind } = entry[0];
    const key = kind === 'page' ? list : `${list}: ${KINDS[kind]}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const allByName = new Map([...all].map(([{ name }, figures]) => [name, figures]));
  return [...groups].map(([what, entries]) => {
    const { kind } = entries[0]![0];
    const bound = BOUNDS[kind];
    const slowest = entries.reduce((one, two) => (two[1].median > one[1].median ? two : one));
    const p99 = Math.max(...entries.map(([, figures]) => figures.p99));
    const bounds = entries.flatMap(([{ ofOne: most }]) => most ?? []);
    const most = bounds.length > 0 && all.size > 0 ? Math.min(...bounds) : null;
    const ofOne = all.size > 0 ? Math.max(...entries.map(([{ name }]) => allByName.get(name)?.median ?? 0)) : null;
    return {
      what:
        entries.length === 1
          ? what
          : `${what} (${entries.length}, slowest: ${slowest[0].name.replace(`${slowest[0].list}, `, '')})`,
      figures: `${slowest[1].median.toFixed(1)}, ${p99.toFixed(1)}${ofOne === null ? '' : `, ${ofOne.toFixed(1)}`}`,
      bound: most === null ? bound.text : `${bound.text}, of one owner < ${most} ms`,
      ok: slowest[1].median < bound.median && p99 < (bound.p99 ?? Infinity) && (ofOne ?? 0) < (most ?? Infinity),
    };
  });
};

const run = async () => {
  const worlds = await openWorlds();
  try {
    const own = await measureAll(await worlds.load(APPLICATIONS), IN_LOAD_WORLD);
    const slow = [...own].filter(
      ([{ kind }, one]) => one.median >= BOUNDS[kind].median || one.p99 >= (BOUNDS[kind].p99 ?? Infinity),
    );
    for (const [{ name, kind }, one] of slow)
      console.log(
        `over: ${name} (${KINDS[kind]}): median ${one.median.toFixed(1)} ms, p99 ${one.p99.toFixed(1)} ms, least ${one.least.toFixed(1)} ms`,
      );
    const size = APPLICATIONS.toLocaleString('en');
    if (PATTERN !== undefined) {
      const title = `${own.size} requests to lists, those that match ${PATTERN}, in a world of ${size} applications: median, p99 in ms`;
      await report('million, a part', title, linesOf(own, new Map()));
      return;
    }
    const all = await measureAll(await worlds.load(APPLICATIONS, true), WITH_ONE_OWNER);
    const title = `${own.size} requests to every list in a world of ${size} applications, one connection: median, p99, and the median when one branch owns everything (no bound unless named), in ms`;
    await report('million', title, linesOf(own, all));
  } finally {
    await worlds.close();
  }
};

await run();
