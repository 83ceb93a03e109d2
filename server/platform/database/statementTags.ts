import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseConnection } from 'kysely';

const current = new AsyncLocalStorage<string>();

/** As sqlcommenter writes them (google.github.io/sqlcommenter/spec): sorted keys, values percent-encoded in quotes. */
const commentOf = (tags: Record<string, string>): string => {
  const pairs = Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1));
  const quoted = pairs.map(([key, value]) => `${key}='${encodeURIComponent(value).replaceAll("'", '%27')}'`);
  return `/*${quoted.join(',').replaceAll('*', '%2A')}*/`;
};

/** Runs work whose statements say at their end what they belong to, in `pg_stat_activity` and in the store's own log. */
export const withStatementTags = <T>(tags: Record<string, string>, work: () => T): T =>
  current.run(commentOf(tags), work);

/** Makes one connection of the pool write the tags of whoever uses it. */
export const tagStatements = async (connection: DatabaseConnection): Promise<void> => {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = (query, ...rest) => {
    const comment = current.getStore();
    return execute(comment === undefined ? query : { ...query, sql: `${query.sql} ${comment}` }, ...rest);
  };
};
