import type { Kysely } from 'kysely';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import { firstRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

/** Returns whether the worker has read the newest message about an appointment's change to this status. */
export const isStatusRead = async (
  db: Kysely<Database>,
  { userId, workerId }: { userId: number; workerId: number },
  { appointmentId, status }: { appointmentId: number; status: AppointmentStatus },
): Promise<boolean> => {
  const row = await firstRow(db)<{ isRead: boolean }>`
    select t.unread_by_worker < (
      select count(*) from messages n where n.thread_id = t.id and n.sender <> 'worker' and n.number >= m.number
    ) as "isRead"
    from threads t cross join lateral (
      select m.number from messages m
      where m.thread_id = t.id and m.type = 'appointment_status'
        and m.payload ->> 'appointmentId' = ${String(appointmentId)} and m.payload ->> 'changed_status' = ${status}
      order by m.number desc limit 1
    ) m
    where t.user_id = ${userId} and t.worker_id = ${workerId}`;
  return row?.isRead ?? false;
};
