import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { WorkerBody } from '../../../contract/schemas/gateway';
import { invalid } from '../../platform/errors';
import type { Point } from '../applications/distance';
import type { StoredExperience, WorkerColumns } from './repository';

/** Nobody who works was born before this day. */
const FIRST_BIRTH_DAY = '1900-01-01';

/** The point of a `"latitude, longitude"` text; 400 on `field` when it is not on the globe. */
export const parsePoint = (text: string, field: string): Point => {
  const [latitude = NaN, longitude = NaN] = text.split(',').map(Number);
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) throw invalid({ [field]: ERROR_KEYS.fieldInvalid });
  return { latitude, longitude };
};

/** Numbered from 1 in the order given; the months stand in for words that the worker's product did not send. */
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

/** The columns that a profile body sets; what it leaves out is not among them. 400 for a birth date out of reason. */
export const columnsOf = (body: WorkerBody, today: string): WorkerColumns => {
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
  }
  if (experiences) {
    columns.experiences = JSON.stringify(storedExperiences(experiences));
    columns.experience_months = experiences.reduce((sum, one) => sum + one.durationMonths, 0);
  }
  if (expectedSalary !== undefined)
    columns.expected_salary_minor = expectedSalary === null ? null : Math.round(expectedSalary * 100);
  return columns;
};
