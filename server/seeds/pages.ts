import type { SeedClient } from './insert';
import { DAY, iso } from './times';

/** Gives every branch and company of the demo a public page; its code follows from the account's id. */
export const seedPages = async (client: SeedClient, now: number): Promise<void> => {
  await client.query(
    `insert into branch_pages (user_id, organisation_id, code, is_on, created_at)
     select id, organisation_id, translate(substr(md5('page ' || id), 1, 8), '0123456789abcdef', 'abcdefghjkmnpqrs'), true, $1
     from users where user_type in ('branch', 'company')`,
    [iso(now - 30 * DAY)],
  );
};
