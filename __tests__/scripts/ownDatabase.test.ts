import { readdirSync, readFileSync } from 'node:fs';

// The views of PostgreSQL show the sessions and locks of all tests that run at the same time.
it('a test that reads sessions or locks reads those of its own database', () => {
  const files = readdirSync('__tests__', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const statements = files.flatMap((name) =>
    [
      ...readFileSync(`__tests__/${name}`, 'utf8').matchAll(
        /(?:\b(?:from|join) |`)pg_(?:locks|stat_activity)\b[^`"]*/g,
      ),
    ].map(([text]) => ({ name, text })),
  );
  expect(statements.length).toBeGreaterThan(5);
  expect(statements.filter(({ text }) => !text.includes('current_database()'))).toEqual([]);
});
