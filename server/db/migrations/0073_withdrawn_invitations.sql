-- A release before told a withdrawal as a declined invitation. The worker did both in one change, so the audit log has the
-- withdrawal within the same second as the message.
with told as (
  update messages m set payload = m.payload || '{"changed_status": "WITHDRAWN"}'
  from applications a
    join audit_log l on l.subject_type = 'application' and l.subject_id = a.id
      and l.action = 'application.rejected' and l.actor = 'worker'
    join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id
  where a.status = 'rejected' and not a.is_declined and m.thread_id = t.id
    and m.type = 'appointment_status' and m.sender = 'worker' and m.payload ->> 'changed_status' = 'REJECTED'
    and m.payload ->> 'applicationId' = a.id::text
    and m.created_at between l.at - interval '1 second' and l.at
  returning m.thread_id
)
update threads set version = version + 1 where id in (select thread_id from told);
