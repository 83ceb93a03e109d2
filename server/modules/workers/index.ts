import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { WorkerBody } from '../../../contract/schemas/gateway';
import { audit } from '../../platform/audit';
import { invalid, notFound } from '../../platform/errors';
import { parsePoint } from '../../platform/geo';
import { nearestPlace } from '../reference';
import { type StoredExperience, type WorkerColumns, type WorkerProfile, findProfile, upsertWorker } from './repository';
import { wallTime } from '../../../contract/zone';
import type { Change } from '../../platform/change';

export * from './rules';
export * from './repository';

/** The earliest birth date that a profile accepts. */
const FIRST_BIRTH_DAY = '1900-01-01';

/**
 * Numbers the experiences from 1 in the given order. The month count serves as the duration text, because the
 * worker's product sends none.
 */
const storedExperiences = (experiences: NonNullable<WorkerBody['experiences']>): StoredExperience[] =>
  experiences.map(({ companyName, position, positionId, durationMonths, startDate, endDate }, index) => ({
    id: index + 1,
    companyName,
    position,
    ...(positionId !== undefined && { positionId }),
    duration: { key: durationMonths, value: String(durationMonths) },
    startDate: startDate ?? null,
    endDate: endDate ?? null,
  }));

const PLAIN = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  locationName: 'location_name',
  workTimePreferences: 'work_time_preferences',
  gender: 'gender',
  birthDate: 'birth_date',
  disabledStatus: 'disabled_status',
  military: 'military',
  education: 'education',
  university: 'university',
  universityStatus: 'university_status',
  universityDepartment: 'university_department',
  english: 'english',
  identityNumber: 'identity_number',
  certificates: 'certificates',
  drivingLicenses: 'driving_licenses',
  about: 'about',
  workCategoryPreferences: 'work_category_preferences',
  language: 'language_code',
} as const satisfies Partial<Record<keyof WorkerBody, string>>;

/** Returns the columns that a profile body sets; it skips omitted fields. Throws 400 for an impossible birth date. */
const columnsOf = (body: WorkerBody, today: string): WorkerColumns => {
  const { location, experiences, expectedSalary, birthDate } = body;
  if (birthDate && (birthDate < FIRST_BIRTH_DAY || birthDate > today))
    throw invalid({ birthDate: ERROR_KEYS.fieldInvalid });
  const columns: WorkerColumns = {};
  for (const [field, column] of Object.entries(PLAIN)) {
    const value = body[field as keyof typeof PLAIN];
    if (value !== undefined) columns[column] = value;
  }
  if (location !== undefined) {
    const point = location === null ? null : parsePoint(location, 'location');
    columns.latitude = point?.latitude ?? null;
    columns.longitude = point?.longitude ?? null;
    // Without a name of its own, a point has that of the nearest place, and never the name of the point before.
    columns.location_name = body.locationName ?? (point && nearestPlace(point)?.name) ?? null;
  }
  if (experiences) {
    columns.experiences = JSON.stringify(storedExperiences(experiences));
    columns.experience_months = experiences.reduce((sum, one) => sum + one.durationMonths, 0);
  }
  if (expectedSalary !== undefined)
    columns.expected_salary_minor = expectedSalary === null ? null : Math.round(expectedSalary * 100);
  return columns;
};

interface SavedProfile {
  externalId: string;
  body: WorkerBody;
  timeZone: string;
  /** The country of the worker's phone. */
  countryCode?: string;
}

/** Creates a worker's profile or changes its given fields. Returns the profile, locked until the transaction ends. */
export const saveProfile = async (
  { trx, clock, now }: Change,
  { externalId, body, timeZone, countryCode }: SavedProfile,
): Promise<WorkerProfile> => {
  const columns = columnsOf(body, wallTime(now, timeZone).slice(0, 10));
  if (countryCode !== undefined) columns.country_code = countryCode;
  const workerId = await upsertWorker(trx, externalId, columns, now);
  const worker = await findProfile(trx, workerId, 'update');
  if (!worker) throw notFound();
  const actor = { kind: 'worker', workerId, organisationId: null } as const;
  const details = { fields: Object.keys(columns) };
  await audit({ trx, clock }, actor, 'worker.saved', ['worker', workerId], details);
  return worker;
};
