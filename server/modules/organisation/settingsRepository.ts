import { sql, type Kysely, type Transaction } from 'kysely';
import { TELLING_MINUTES_DEFAULT } from '../../../contract/constants/decisions';
import { RETENTION_MONTHS_DEFAULT, RETENTION_NOTICE_DAYS } from '../../../contract/constants/privacy';
import type { OrganisationSettings } from '../../../contract/schemas/organisation';
import { changesRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

const DEFAULTS: OrganisationSettings = {
  tellingMinutes: TELLING_MINUTES_DEFAULT,
  reminders: true,
  retentionMonths: RETENTION_MONTHS_DEFAULT,
  tellShortlisted: false,
  personalFilters: true,
  version: 0,
};

/** Returns the settings of an organisation, the defaults until it changes them. */
export const findSettings = async (db: Kysely<Database>, organisationId: number): Promise<OrganisationSettings> => {
  const { rows } = await sql<OrganisationSettings>`
    select telling_minutes as "tellingMinutes", reminders, tell_shortlisted as "tellShortlisted", retention_months as "retentionMonths",
      personal_filters as "personalFilters", version
    from organisation_settings
    where organisation_id = ${organisationId}`.execute(db);
  return rows[0] ?? DEFAULTS;
};

/** Stores the settings; a shorter period begins only after the days of notice. Returns false and changes nothing when their version is no longer the current one. */
export const updateSettings = async (
  trx: Transaction<Database>,
  organisationId: number,
  { tellingMinutes, reminders, tellShortlisted, retentionMonths, personalFilters, version }: OrganisationSettings,
  now: Date,
): Promise<boolean> => {
  await sql`
    insert into organisation_settings (organisation_id, telling_minutes, version)
    values (${organisationId}, ${DEFAULTS.tellingMinutes}, ${DEFAULTS.version})
    on conflict (organisation_id) do nothing`.execute(trx);
  return changesRow(trx)`
    update organisation_settings set telling_minutes = ${tellingMinutes}, reminders = ${reminders},
      tell_shortlisted = ${tellShortlisted}, retention_months = ${retentionMonths}, personal_filters = ${personalFilters},
      version = version + 1,
      retention_from = case when ${retentionMonths} < retention_months
        then greatest(retention_from, ${now}::timestamptz + make_interval(days => ${RETENTION_NOTICE_DAYS}))
        else retention_from end
    where organisation_id = ${organisationId} and version = ${version}`;
};
