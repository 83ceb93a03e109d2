import type { SeedClient } from './insert';

/** Every so many of the rejected applications was declined by its owner; the workers withdrew the others. */
const DECLINED_EVERY = 3;

/** Turns some rejected applications into declined ones whose applicants were told two hours later. */
export const seedDecisions = async (client: SeedClient): Promise<void> => {
  await client.query(
    `with declined as (
       update applications set reject_reason = null where status = 'rejected' and id % $1 = 0
       returning id, organisation_id, user_id, created_at
     )
     insert into application_decisions (application_id, organisation_id, user_id, reason, decided_by, decided_by_name,
       decided_at, told_at)
     select d.id, d.organisation_id, d.user_id, (array['too_far', 'hours', 'experience', null])[1 + d.id / $1 % 4], u.id,
       concat_ws(' ', u.first_name, u.last_name), d.created_at + interval '3 hours', d.created_at + interval '5 hours'
     from declined d join users u on u.id = d.user_id`,
    [DECLINED_EVERY],
  );
};
