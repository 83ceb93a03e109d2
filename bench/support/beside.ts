import type { FastifyInstance } from 'fastify';
import autocannon from 'autocannon';
import type { Line } from './report';
import { capture } from './statements';
import { median } from './stats';

/** A route of the product and a bare Fastify route that sends the same statements. */
export interface Pair {
  name: string;
  /** Addresses, and the headers of the product's request. */
  product: string;
  bare: string;
  headers: Record<string, string>;
  /** The expected status of the product. */
  status: number;
  /** Minimum share of the bare route's requests a second. */
  least: number;
  /** Minimum requests a second of the product. */
  perSecond?: number | undefined;
}

const ROUNDS = 3;
const ROUND_SECONDS = 2;
const CONNECTIONS = 10;

/**
 * Registers a bare route with the statements of one product request, which finds the session that an earlier one looked
 * up; returns their number and the request's status.
 */
export const addBare = async (
  bare: FastifyInstance,
  pool: { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> },
  path: string,
  send: () => Promise<{ statusCode: number; body: string }>,
): Promise<{ sent: number; status: number }> => {
  await send();
  const { result, statements } = await capture(send);
  if (![200, 304].includes(result.statusCode) || statements.length === 0)
    throw new Error(`${path}: ${result.statusCode} ${result.body}`);
  bare.get(path, async () => {
    let rows: unknown[] = [];
    for (const { text, values } of statements) ({ rows } = await pool.query(text, values));
    return { ok: true, payload: rows };
  });
  return { sent: statements.length, status: result.statusCode };
};

/** A request of one side: its address, headers and expected status. */
export interface Side {
  url: string;
  headers: Record<string, string>;
  status: number;
}

const throughput = async ({ url, headers, status }: Side): Promise<number> => {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: ROUND_SECONDS });
  const refused = Object.entries(result.statusCodeStats ?? {}).filter(([other]) => other !== String(status));
  if (refused.length > 0 || result.errors > 0)
    throw new Error(`${url}: refused ${JSON.stringify(refused)}, ${result.errors} errors`);
  return result.requests.average;
};

/** Measures requests a second of both sides in turn; returns the medians of the rounds. */
export const inTurn = async (ours: Side, theirs: Side, rounds = ROUNDS): Promise<[ours: number, theirs: number]> => {
  const sides: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    sides[0].push(await throughput(ours));
    sides[1].push(await throughput(theirs));
  }
  return [median(sides[0]), median(sides[1])];
};

/** Measures each route of the product in turn with its bare route. */
export const compare = async (pairs: readonly Pair[]): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const { name, product, bare, headers, status, least, perSecond = 0 } of pairs) {
    const [ours, theirs] = await inTurn({ url: product, headers, status }, { url: bare, headers: {}, status: 200 });
    lines.push({
      what: name,
      figures: `${ours.toFixed(0)} of ${theirs.toFixed(0)} = ${(ours / theirs).toFixed(2)}`,
      bound: `≥ ${least}${perSecond > 0 ? `, ≥ ${perSecond}/s` : ''}`,
      ok: ours / theirs >= least && ours >= perSecond,
    });
  }
  return lines;
};
