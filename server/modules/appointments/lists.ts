import type { Kysely } from 'kysely';
import {
  APPOINTMENT_STATUS_GROUPS,
  type AppointmentStatus,
  type AppointmentStatusGroup,
} from '../../../contract/constants/statuses';
import type {
  Appointment,
  JobAppointmentsQuery,
  OneApplicationAppointmentsBody,
} from '../../../contract/schemas/appointments';
import type { Scope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { jobIsInScope } from '../jobs/scopeRepository';
import { presentAppointment } from './presenter';
import { countOwnApplications, findRecord, listRecords, type RecordFilter } from './records';
import { instantOf } from './when';

/** The statuses of a comma list of groups; undefined: all. */
export const statusesOf = (groups: string | undefined): AppointmentStatus[] | undefined =>
  groups?.split(',').flatMap((group) => [...APPOINTMENT_STATUS_GROUPS[group as AppointmentStatusGroup]]);

/** One appointment of the caller's with its feedback and its log. 404 for what is not theirs. */
export const presentOne = async (
  { files, settings }: Pick<Deps, 'files' | 'settings'>,
  db: Kysely<Database>,
  scope: Scope,
  id: number,
): Promise<Appointment> => {
  const record = await findRecord(db, scope, id, { timeZone: settings.timeZone, withStatusLog: true });
  if (!record) throw notFound();
  return presentAppointment(record, files, { withFeedback: true, withStatusLog: true });
};

interface Shown {
  withFeedback?: boolean;
  withStatusLog?: boolean;
}

const present = async ({ db, files, settings }: Deps, filter: RecordFilter, shown: Shown): Promise<Appointment[]> => {
  const { withFeedback = false, withStatusLog = false } = shown;
  const rows = await listRecords(db, filter, { timeZone: settings.timeZone, withStatusLog });
  return rows.map((row) => presentAppointment(row, files, { withFeedback, withStatusLog }));
};

/** A job's appointments, soonest first. 404 for a job that is not the caller's. */
export const listOfJob = async (
  deps: Deps,
  scope: Scope,
  jobId: number,
  { startFrom, ...shown }: JobAppointmentsQuery,
) => {
  const from = startFrom === undefined ? undefined : instantOf(startFrom, deps.settings.timeZone, 'startFrom');
  if (!(await jobIsInScope(deps.db, scope, jobId))) throw notFound();
  return present(deps, { scope, jobId, from }, shown);
};

/** Appointments of some applications, soonest first. One that is not the caller's is a 404 for the whole. */
export const listOfApplications = async (
  deps: Deps,
  scope: Scope,
  ids: readonly number[],
  { startedFrom, statusGroup, ...shown }: OneApplicationAppointmentsBody,
) => {
  const from = startedFrom === undefined ? undefined : instantOf(startedFrom, deps.settings.timeZone, 'startedFrom');
  const applicationIds = [...new Set(ids)];
  if ((await countOwnApplications(deps.db, scope, applicationIds)) < applicationIds.length) throw notFound();
  return present(deps, { scope, applicationIds, from, statuses: statusesOf(statusGroup) }, shown);
};
