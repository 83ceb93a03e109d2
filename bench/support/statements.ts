import pg from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
}

let captured: Statement[] | null = null;
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [asked, values] = args as [string | { text?: string }, unknown[] | undefined];
  // A prepared statement arrives as an object with a name and the text.
  const text = typeof asked === 'string' ? asked : asked.text;
  if (captured && text !== undefined) captured.push({ text, values: values ?? [] });
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;

/** Runs `work` and returns its result with every statement that this process sent meanwhile, on all connections. */
export const capture = async <T>(work: () => Promise<T>): Promise<{ result: T; statements: Statement[] }> => {
  const statements: Statement[] = [];
  captured = statements;
  try {
    return { result: await work(), statements };
  } finally {
    captured = null;
  }
};
