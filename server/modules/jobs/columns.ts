import type { JobChangeBody, Shift } from '../../../contract/schemas/jobForm';
import type { RuledFields } from './rules';

/** The columns of `jobs` that a body may set. */
export type JobColumns = Record<string, unknown>;

/** Fields that go into a column unchanged. */
const PLAIN = {
  positionId: 'position_id',
  categoryId: 'category_id',
  hiresWanted: 'hires_wanted',
  gender: 'gender',
  birthDateMin: 'birth_date_min',
  birthDateMax: 'birth_date_max',
  minEducationStatus: 'min_education_status',
  minEnglishLevel: 'min_english_level',
  isFullTime: 'is_full_time',
  isPartTime: 'is_part_time',
  isSeasonal: 'is_seasonal',
  isPublic: 'is_public',
  contactType: 'contact_type',
} as const satisfies Partial<Record<keyof JobChangeBody, string>>;

const minorOf = (amount: number | null): number | null => (amount === null ? null : Math.round(amount * 100));

/** Rounds to four decimals, the precision that the form shows and the column holds. */
const thresholdOf = (share: number | null): number | null => (share === null ? null : Math.round(share * 1e4) / 1e4);

/** Returns the codes without repeats. An empty text means no requirement. */
const codesOf = (list: string | null): number[] => (list === null ? [] : [...new Set(list.split(',').map(Number))]);

export interface ColumnContext {
  isCompany: boolean;
  usesPeopleBox: boolean;
  /** The contact type after the change. */
  contactType: RuledFields['contactType'];
}

/** Returns the columns that a body sets, without the fields that the sender may not set. */
export const columnsOf = (
  body: JobChangeBody,
  { isCompany, usesPeopleBox, contactType }: ColumnContext,
): JobColumns => {
  const columns: JobColumns = {};
  for (const [field, column] of Object.entries(PLAIN)) {
    const value = body[field as keyof typeof PLAIN];
    if (value !== undefined) columns[column] = value;
  }
  if (body.title !== undefined) columns.title = body.title.trim();
  if (body.description !== undefined) columns.description = body.description?.trim() ?? '';
  // Zero means that the job requires no experience.
  if (body.minExperienceDuration !== undefined) columns.min_experience_duration = body.minExperienceDuration || null;
  if (body.expectedSalaryMin !== undefined) columns.expected_salary_min_minor = minorOf(body.expectedSalaryMin);
  if (body.expectedSalaryMax !== undefined) columns.expected_salary_max_minor = minorOf(body.expectedSalaryMax);
  if (body.militaryRequirements !== undefined) columns.military_requirements = codesOf(body.militaryRequirements);
  if (contactType !== 'via_phone') columns.contact_type_phone_number = null;
  else if (body.contactTypePhoneNumber !== undefined) columns.contact_type_phone_number = body.contactTypePhoneNumber;
  // Companies have no auto-shortlist, so the server ignores their threshold. See docs/PRODUCT.md#auto-shortlist.
  if (!isCompany && body.autoShortlistThreshold !== undefined)
    columns.auto_shortlist_threshold = thresholdOf(body.autoShortlistThreshold);
  if (usesPeopleBox && body.peopleBoxProject !== undefined) columns.people_box_project_id = body.peopleBoxProject;
  return columns;
};

/** The lists of a job, each in its own table. An undefined list stays unchanged. */
export interface JobParts {
  shifts: Shift[] | undefined;
  tagIds: number[] | undefined;
  languageLevels: NonNullable<JobChangeBody['languageLevels']> | undefined;
  companyLocationIds: number[] | undefined;
}

const isSpecified = (shift: Shift): boolean => Object.values(shift).some((value) => value !== null);

/** Returns the lists that a body sets, without repeats and without empty shifts. */
export const partsOf = ({ shifts, tagIds, languageLevels, companyLocationIds }: JobChangeBody): JobParts => ({
  shifts: shifts?.filter(isSpecified),
  tagIds: tagIds && [...new Set(tagIds)],
  languageLevels,
  companyLocationIds: companyLocationIds && [...new Set(companyLocationIds)],
});
