import {
  CLOSE_REASONS,
  CONTACT_TYPES,
  EDITABLE_JOB_STATUSES,
  EDUCATION_STATUSES,
  ENGLISH_LEVELS,
  EXPERIENCE_MONTHS,
  GENDERS,
  MILITARY_STATUSES,
  OFF_TIMES,
  UNIVERSITY_STATUSES,
  WORK_TIMES,
  type FormName,
} from '../../../contract/constants/options';
import type { FormField } from '../../../contract/schemas/reference';

const required = (name: string, options?: readonly (string | number)[]): FormField => field(name, true, options);
const optional = (name: string, options?: readonly (string | number)[]): FormField => field(name, false, options);
const field = (name: string, isRequired: boolean, options?: readonly (string | number)[]): FormField =>
  options ? { name, isActive: true, isRequired, options: [...options] } : { name, isActive: true, isRequired };

/** Deactivates a field in countries that do not use it. */
const only = (isActive: boolean, one: FormField): FormField =>
  isActive ? one : { ...one, isActive: false, isRequired: false };

/** Every field of the job form (docs/PRODUCT.md#job-form). The screen decides who sees the auto-shortlist fields. */
const JOB_FORM: readonly FormField[] = [
  required('status', EDITABLE_JOB_STATUSES),
  optional('closeReason', CLOSE_REASONS),
  required('user'),
  required('title'),
  required('position'),
  required('category'),
  required('description'),
  optional('image'),
  optional('hiresWanted'),
  optional('gender', GENDERS),
  optional('birthDateMin'),
  optional('birthDateMax'),
  optional('minExperienceDuration', EXPERIENCE_MONTHS),
  optional('minEducationStatus', EDUCATION_STATUSES),
  optional('minEnglishLevel', ENGLISH_LEVELS),
  optional('militaryRequirements', MILITARY_STATUSES),
  required('workTimes', WORK_TIMES),
  optional('workStartsAt'),
  optional('dailyTotalWorkHour'),
  optional('weeklyOffDayCount', [1, 2, 3, 4, 5, 6, 7]),
  optional('offTime', OFF_TIMES),
  optional('expectedSalaryMin'),
  optional('expectedSalaryMax'),
  required('contactType', CONTACT_TYPES),
  optional('contactTypePhoneNumber'),
  required('companyLocations'),
  optional('tags'),
  optional('languageLevels'),
  optional('autoShortlistEnabled'),
  optional('autoShortlistThreshold'),
  optional('peopleBoxProjectId'),
];

const companyProfileForm = (country: string): FormField[] => [
  optional('image'),
  required('firstName'),
  required('lastName'),
  required('email'),
  required('phone'),
  only(country === 'TR', optional('taxOffice')),
  only(country === 'TR', optional('taxOfficeNumber')),
  optional('commercialTitle'),
  optional('website'),
  required('location'),
];

/** Only workers in Turkey answer about military service and have a separate question about English. */
const workerProfileForm = (country: string): FormField[] => [
  required('first_name'),
  required('last_name'),
  optional('gender', GENDERS),
  optional('birth_date'),
  optional('experiences'),
  optional('education', EDUCATION_STATUSES),
  optional('university_status', UNIVERSITY_STATUSES),
  only(country === 'TR', optional('military_status', MILITARY_STATUSES)),
  only(country === 'TR', optional('english_level', ENGLISH_LEVELS)),
  optional('work_time_preferences', WORK_TIMES),
  optional('driving_licenses'),
  optional('certificates'),
  optional('expected_salary'),
];

/** Returns the fields of a form in a country (ISO alpha-2): which are active, which are required, and their options. */
export const formFields = (form: FormName, country: string): readonly FormField[] => {
  if (form === 'JobForm') return JOB_FORM;
  return form === 'CompanyProfileForm' ? companyProfileForm(country) : workerProfileForm(country);
};
