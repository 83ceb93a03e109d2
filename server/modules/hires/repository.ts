import type { ApplicationStatus } from '../../../contract/constants/statuses';
import type { Scope } from '../../platform/auth/guard';
import { firstRow, run } from '../../platform/database/query';
import type { Db, Row, Trx } from '../../platform/database/schema';
import { inScope } from '../jobs';
import type { FirstDayPlan, PlannedReminder, StoredFirstDay } from './index';

/** An application whose first day changes. */
export type HiredApplication = Row<'applications', 'id' | 'organisationId' | 'userId' | 'jobId' | 'workerId'>;

export const findFirstDay = (
  db: Db,
  scope: Scope,
  applicationId: number,
): Promise<StoredFirstDay | undefined> => firstRow(db)`
    select h.starts_at, h.place, h.ask_for, h.bring, h.confirmed_at, h.started, h.recorded_at
    from hires h where h.application_id = ${applicationId} and ${inScope(scope, 'h')}`;

/** Stores the first day of a locked application. `confirmedAt` is the worker's confirmation, if it is still valid. */
export const upsertFirstDay = (
  trx: Trx,
  { id, organisationId, userId, jobId, workerId }: HiredApplication,
  { startsAt, place, askFor, bring, confirmedAt }: FirstDayPlan & Pick<StoredFirstDay, 'confirmedAt'>,
): Promise<void> => run(trx)`
    insert into hires (application_id, organisation_id, user_id, job_id, worker_id, starts_at, place, ask_for, bring)
    values (${id}, ${organisationId}, ${userId}, ${jobId}, ${workerId}, ${startsAt}, ${place}, ${askFor}, ${bring})
    on conflict (application_id) do update set starts_at = excluded.starts_at, place = excluded.place,
      ask_for = excluded.ask_for, bring = excluded.bring, confirmed_at = ${confirmedAt}`;

/** Replaces the unsent reminders of a locked application. A reminder that was sent is not planned again. */
export const replaceReminders = async (
  trx: Trx,
  applicationId: number,
  { startsAt, planned }: { startsAt: Date; planned: readonly PlannedReminder[] },
): Promise<void> => {
  await run(trx)`
    delete from reminders where application_id = ${applicationId} and appointment_id is null
      and kind in ('first_day_evening', 'first_day_soon') and sent_at is null`;
  const kinds = planned.map(({ kind }) => kind);
  const times = planned.map(({ dueAt }) => dueAt);
  await run(trx)`
    insert into reminders (application_id, kind, start_at, due_at)
    select ${applicationId}::bigint, kind, ${startsAt}::timestamptz, due_at
    from unnest(${kinds}::text[], ${times}::timestamptz[]) as planned (kind, due_at)
    on conflict do nothing`;
};

/** Records whether the worker of a locked application started; null removes the record. */
export const updateOutcome = (
  trx: Trx,
  { id, organisationId }: HiredApplication,
  { started, now }: { started: boolean | null; now: Date },
): Promise<void> => run(trx)`
    update hires set started = ${started}, recorded_at = ${started === null ? null : now}
    where application_id = ${id} and organisation_id = ${organisationId}`;

/** Locks an application. Returns undefined unless it belongs to the worker. */
export const lockOfWorker = (
  trx: Trx,
  id: number,
  workerId: number,
): Promise<(HiredApplication & { status: ApplicationStatus }) | undefined> => firstRow(trx)<
  HiredApplication & { status: ApplicationStatus }
>`
    select id, organisation_id, user_id, job_id, worker_id, status
    from applications where id = ${id} and worker_id = ${workerId} for no key update`;

export const updateConfirmed = (trx: Trx, id: number, workerId: number, now: Date): Promise<void> => run(trx)`
    update hires set confirmed_at = ${now} where application_id = ${id} and worker_id = ${workerId}`;
