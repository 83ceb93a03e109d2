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

const throughput = async (url: string, headers: Record<string, string>, expected: number): Promise<number> => {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: ROUND_SECONDS });
  const refused = Object.entries(result.statusCodeStats ?? {}).filter(([status]) => status !== String(expected));
  if (refused.length > 0 || result.errors > 0)
    throw new Error(`${url}: refused ${JSON.stringify(refused)}, ${result.errors} errors`);
  return result.requests.average;
};

/** Measures requests a second of both in turn; returns the medians of the rounds. */
export const compare = async (pairs: readonly Pair[]): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const { name, product, bare, headers, status, least, perSecond = 0 } of pairs) {
    const sides: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      sides.ours.push(await throughput(product, headers, status));
      sides.theirs.push(await throughput(bare, {}, 200));
    }
    const [ours, theirs] = [median(sides.ours), median(sides.theirs)];
    lines.push({
      what: name,
      figures: `${ours.toFixed(0)} of ${theirs.toFixed(0)} = ${(ours / theirs).toFixed(2)}`,
      bound: `≥ ${least}${perSecond > 0 ? `, ≥ ${perSecond}/s` : ''}`,
      ok: ours / theirs >= least && ours >= perSecond,
    });
  }
  return lines;
};
