import { sql, type RawBuilder } from 'kysely';

/** Returns the SQL text of a time as the wire writes instants: ISO 8601 in UTC with milliseconds. */
export const instant = (column: string): RawBuilder<unknown> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
