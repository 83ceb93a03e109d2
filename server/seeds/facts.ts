import type { SeedClient } from './insert';
import { hash } from './loadSql';

/** A seen application was opened within two days and before the employer's first step; $1 now. */
const OPENED = `
update application_facts f set opened_at = least(f.answered_at, f.shortlisted_at, f.invited_at, $1::timestamptz,
  f.created_at + make_interval(mins => 1 + (${hash('f.application_id', 51)} % 2880)::int))
from applications a where a.id = f.application_id and a.is_seen and f.opened_at is null`;

/** Inserts the facts of all applications from the rest of the demo world, which must be complete. */
export const seedFacts = async (client: SeedClient, now: string): Promise<void> => {
  await client.query('select backfill_application_facts()');
  await client.query(OPENED, [now]);
};
