import { sql, type RawBuilder } from 'kysely';
import type { ApplicationStatus, AppointmentStatus } from '../../../contract/constants/statuses';
import type { Experience } from '../../../contract/schemas/applications';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import type { Scope } from '../../platform/auth/guard';
import { idsOf } from '../../platform/database/query';
import type { Db } from '../../platform/database/schema';
import { conditionsOf, IS_WITHDRAWN, type FilterMoment } from '../applications';
import { inScope } from '../jobs';
import { EXPERIENCES, FIRST_NAME, GIVEN_EXPERIENCE, LAST_NAME, withTold } from '../workers';

/** A former job of a worker as the database stores it. */
export type StoredExperience = Experience & { positionId?: number | null };

/** An application with all fields of the export row. See docs/PRODUCT.md#workbook-row. */
export interface ExportRow {
  id: number;
  createdAt: Date;
  /** A rejected application that the organisation did not decline was withdrawn. */
  status: ApplicationStatus | 'withdrawn';
  isSeen: boolean;
  isShortlisted: boolean;
  shortlistedAt: Date | null;
  isShortlistedByAnother: boolean;
  matchScore: number;
  distanceKm: number | null;
  unread: number;
  jobId: number;
  jobTitle: string;
  branch: string;
  appointmentStatus: AppointmentStatus | null;
  appointmentAt: Date | null;
  came: boolean | null;
  positive: boolean | null;
  offerSent: boolean | null;
  offerAccepted: boolean | null;
  workerId: number;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  countryCode: string;
  gender: string | null;
  birthDate: string | null;
  military: number | null;
  education: string | null;
  university: string | null;
  universityStatus: string | null;
  universityDepartment: string | null;
  english: number | null;
  experienceMonths: number | null;
  experiences: StoredExperience[];
  locationName: string | null;
  latitude: number | null;
  longitude: number | null;
}

/**
 * Returns the rows of the applications in `page`, a select of ids, newest first. The look-ups run only for these rows.
 */
const inFull = (page: RawBuilder<unknown>): RawBuilder<ExportRow> => sql<ExportRow>`
  select a.id, a.created_at,
    case when ${IS_WITHDRAWN} then 'withdrawn' else a.status end as status,
    a.is_seen, a.is_shortlisted, a.shortlisted_at,
    exists (
      select 1 from applications x where x.worker_id = a.worker_id and x.organisation_id = a.organisation_id
        and x.is_shortlisted and x.user_id <> a.user_id
    ) as is_shortlisted_by_another,
    a.match_score, a.distance_km, coalesce(t.unread_by_employer, 0) as unread,
    a.job_id, j.title as job_title, coalesce(u.company_name, '') as branch,
    p.status as appointment_status, p.start_at as appointment_at, a.came, a.positive, a.offer_sent,
    a.offer_accepted, a.worker_id, ${FIRST_NAME} as first_name,
    ${LAST_NAME} as last_name, w.email, w.phone, w.country_code, w.gender, w.birth_date, w.military, w.education,
    w.university, w.university_status, w.university_department,
    w.english, ${GIVEN_EXPERIENCE} as experience_months, ${EXPERIENCES} as experiences, w.location_name,
    w.latitude, w.longitude
  from (${page}) chosen
  join applications a on a.id = chosen.id
  join jobs j on j.id = a.job_id
  join users u on u.id = a.user_id
  join workers w on w.id = a.worker_id
  left join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id
  left join appointments p on p.id = a.appointment_id
  ${withTold()}
  order by a.created_at desc, a.id desc`;

/** Returns at most `limit` rows of a query, newest first, from the start or after the application `last`. */
export const listExportRows = async (
  db: Db,
  scope: Scope,
  query: ApplicationSearchQuery,
  moment: FilterMoment,
  { last, limit }: { last: number | null; limit: number },
): Promise<ExportRow[]> => {
  const after =
    last === null
      ? sql``
      : sql`and (a.created_at, a.id) < (select b.created_at, b.id from applications b where b.id = ${last})`;
  const { rows } = await inFull(sql`
    select a.id from applications a where ${conditionsOf(scope, query, moment)} ${after}
    order by a.created_at desc, a.id desc limit ${limit}`).execute(db);
  return rows;
};

/** Returns the rows of those named applications that are in the caller's scope. */
export const findExportRows = async (db: Db, scope: Scope, ids: readonly number[]): Promise<ExportRow[]> => {
  const { rows } = await inFull(
    sql`select a.id from applications a where a.id = any(${[...ids]}) and ${inScope(scope)}`,
  ).execute(db);
  return rows;
};

/** Returns the ids of those named applications that are in the caller's scope, newest first. */
export const findExportIds = (db: Db, scope: Scope, ids: readonly number[]) => idsOf(db)`
    select a.id from applications a where a.id = any(${[...ids]}) and ${inScope(scope)}
    order by a.created_at desc, a.id desc`;
