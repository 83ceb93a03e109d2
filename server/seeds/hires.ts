import type { SeedClient } from './insert';
import { DAY, HOUR, iso, localMidnight } from './times';

/** Days from today on which the branch's newest hires begin. The one of yesterday waits for the record of the start. */
const FIRST_DAYS = [1, -1];

/**
 * Gives the branch's newest hires, who accepted before, a first day at nine in the morning. The active job with the most hires
 * wants no more of them.
 */
export const seedHires = async (client: SeedClient, now: number): Promise<void> => {
  for (const days of FIRST_DAYS)
    await client.query(
      `insert into hires (application_id, organisation_id, user_id, job_id, worker_id, starts_at, place, ask_for, bring)
       select a.id, a.organisation_id, a.user_id, a.job_id, a.worker_id, $1, p.address, 'Elif Hanım', 'Kimlik, siyah ayakkabı'
       from applications a join users u on u.id = a.user_id join appointments p on p.id = a.appointment_id
       where u.email = 'branch@demo.test' and a.offer_accepted
         and not exists (select 1 from hires h where h.application_id = a.id)
         and not exists (select 1 from appointment_status_log l where l.appointment_id = p.id and l.at > $1)
       order by a.id desc limit 1`,
      [iso(localMidnight(now) + days * DAY + 9 * HOUR)],
    );
  await client.query(
    `update jobs j set hires_wanted = most.hired from (
       select a.job_id, count(*) as hired from applications a
       join jobs k on k.id = a.job_id join users u on u.id = a.user_id
       where u.email = 'branch@demo.test' and k.status = 'active' and a.status = 'accepted'
       group by a.job_id order by hired desc, a.job_id limit 1
     ) most where j.id = most.job_id`,
  );
};
