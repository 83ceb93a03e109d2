import type { SeedClient } from './insert';
import { DAY, HOUR, iso, localMidnight } from './times';

/** Gives the branch's newest hire a first day tomorrow morning. */
export const seedHires = async (client: SeedClient, now: number): Promise<void> => {
  await client.query(
    `insert into hires (application_id, organisation_id, user_id, job_id, worker_id, starts_at, place, ask_for, bring)
     select a.id, a.organisation_id, a.user_id, a.job_id, a.worker_id, $1, p.address, 'Elif Hanım', 'Kimlik, siyah ayakkabı'
     from applications a join users u on u.id = a.user_id join appointments p on p.id = a.appointment_id
     where u.email = 'branch@demo.test' and a.offer_accepted
     order by a.id desc limit 1`,
    [iso(localMidnight(now) + DAY + 9 * HOUR)],
  );
};
