import type pg from 'pg';
import type { Statement } from './statements';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

interface Finding {
  /** The settings and mode under which the planner chose it. */
  under: string;
  table: string;
  rows: number;
}

/** Tables of this many rows or pages must not be scanned in full. */
const LARGE_ROWS = 10_000;
const LARGE_PAGES = 1_000;

/** The settings of our embedded PostgreSQL, and PostgreSQL's defaults. */
const SETTINGS: Record<string, string> = {
  'PostgreSQL’s defaults': `set random_page_cost = 4; set effective_cache_size = '4GB'; set work_mem = '4MB';
    set max_parallel_workers_per_gather = 2`,
  'the embedded store’s settings': `reset random_page_cost; reset effective_cache_size; reset work_mem;
    reset max_parallel_workers_per_gather`,
};
const MODES = ['auto', 'force_custom_plan', 'force_generic_plan'];

const quoted = (text: string): string => `E'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;

/** Formats a parameter for `execute`; PostgreSQL knows its type from the prepared statement. */
const literalOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return quoted(value.toISOString());
  if (Buffer.isBuffer(value)) return quoted(`\\x${value.toString('hex')}`);
  if (Array.isArray(value)) {
    const items = value.map((item) =>
      item === null ? 'null' : typeof item === 'number' ? String(item) : JSON.stringify(String(item)),
    );
    return quoted(`{${items.join(',')}}`);
  }
  return quoted(typeof value === 'object' ? JSON.stringify(value) : String(value));
};

const scannedIn = (plan: Plan): string[] => [
  ...(plan['Node Type'].endsWith('Seq Scan') && plan['Relation Name'] ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(scannedIn),
];

/**
 * Returns the row counts of the large tables, which must not be scanned in full; `largeRows` is for small copies of
 * worlds.
 */
export const largeTables = async (
  client: Pick<pg.Client, 'query'>,
  largeRows = LARGE_ROWS,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await client.query<{ relname: string; reltuples: number }>(
    `select relname, reltuples from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and (reltuples >= $1 or relpages >= $2)`,
    [largeRows, LARGE_PAGES],
  );
  return new Map(rows.map(({ relname, reltuples }) => [relname, reltuples]));
};

/**
 * Returns the large tables that the planner would scan in full for the statement, under all settings and plan modes.
 */
export const seqScansOf = async (
  client: Pick<pg.Client, 'query'>,
  { text, values }: Statement,
  large: ReadonlyMap<string, number>,
): Promise<Finding[]> => {
  const found: Finding[] = [];
  for (const [name, settings] of Object.entries(SETTINGS)) {
    await client.query(settings);
    for (const mode of MODES) {
      await client.query(`set plan_cache_mode = ${mode}`);
      await client.query(`prepare looked_at as ${text}`);
      const given = values.length > 0 ? `(${values.map(literalOf).join(', ')})` : '';
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (format json) execute looked_at${given}`,
      );
      await client.query('deallocate looked_at');
      for (const table of new Set(scannedIn(rows[0]!['QUERY PLAN'][0].Plan)))
        if (large.has(table)) found.push({ under: `${name}, ${mode}`, table, rows: large.get(table)! });
    }
  }
  return found;
};
