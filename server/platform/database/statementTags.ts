import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseConnection } from 'kysely';

const current = new AsyncLocalStorage<string>();

/**
 * Writes tags in the format of sqlcommenter (google.github.io/sqlcommenter/spec): sorted keys, percent-encoded values
 * in quotes.
 */
const commentOf = (tags: Record<string, string>): string => {
  const pairs = Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1));
  const quoted = pairs.map(([key, value]) => `${key}='${encodeURIComponent(value).replaceAll("'", '%27')}'`);
  return `/*${quoted.join(',').replaceAll('*', '%2A')}*/`;
};

/** Runs work and appends the tags to its statements, which then show in `pg_stat_activity` and in PostgreSQL's log. */
export const withStatementTags = <T>(tags: Record<string, string>, work: () => T): T =>
  current.run(commentOf(tags), work);

/** Makes a pool's connection append the current tags to its statements. */
export const tagStatements = async (connection: DatabaseConnection): Promise<void> => {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = (query, ...rest) => {
    const comment = current.getStore();
    return execute(comment === undefined ? query : { ...query, sql: `${query.sql} ${comment}` }, ...rest);
  };
};
