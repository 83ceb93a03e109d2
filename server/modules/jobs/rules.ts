import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { JobStatus } from '../../../contract/constants/statuses';
import type { JobChangeBody } from '../../../contract/schemas/jobForm';
import { AppError, invalid } from '../../platform/errors';

/** The wrong fields of a body, each with its error key. */
export type FieldErrors = Record<string, ErrorKey>;

/** The fields that cross-field rules read. A field that a change leaves out comes from the stored job. */
export type RuledFields = Required<
  Pick<
    JobChangeBody,
    | 'birthDateMin'
    | 'birthDateMax'
    | 'expectedSalaryMin'
    | 'expectedSalaryMax'
    | 'isFullTime'
    | 'isPartTime'
    | 'isSeasonal'
    | 'contactType'
    | 'contactTypePhoneNumber'
    | 'positionId'
    | 'categoryId'
    | 'description'
    | 'companyLocationIds'
    | 'peopleBoxProject'
  >
>;

/** The stored fields that rules read, and the status. */
export type RuledJob = RuledFields & { status: JobStatus };

const EMPTY_FIELDS: RuledFields = {
  birthDateMin: null,
  birthDateMax: null,
  expectedSalaryMin: null,
  expectedSalaryMax: null,
  isFullTime: false,
  isPartTime: false,
  isSeasonal: false,
  contactType: null,
  contactTypePhoneNumber: null,
  positionId: null,
  categoryId: null,
  description: null,
  companyLocationIds: [],
  peopleBoxProject: null,
};

const definedFields = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Returns whether a change sets one of these fields. Unchanged fields are not validated again. */
const hasAnyField = (body: JobChangeBody, ...fields: (keyof JobChangeBody)[]): boolean =>
  fields.some((field) => body[field] !== undefined);

/** Money is stored in hundredths. */
const hasFractionOfMinor = (amount: number | null | undefined): boolean =>
  amount != null && Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6;

const isOver = (low: number | null, high: number | null): boolean => low !== null && high !== null && low > high;

/** The requesting user. One with an active peopleBox credential must name a project. */
export interface RuleContext {
  usesPeopleBox: boolean;
  isCompany: boolean;
}

const listErrors = (body: JobChangeBody, { isCompany }: RuleContext): FieldErrors => {
  const errors: FieldErrors = {};
  const languages = body.languageLevels?.map(({ languageId }) => languageId) ?? [];
  if (new Set(languages).size < languages.length) errors.languageLevels = ERROR_KEYS.fieldInvalid;
  if (isCompany && new Set(body.companyLocationIds).size > 1) errors.companyLocationIds = ERROR_KEYS.oneLocationOnly;
  return errors;
};

/** A draft may be unfinished, and a deleted job may stay so. */
const mayBeUnfinished = (status: JobStatus): boolean => status === 'draft' || status === 'deleted';

/**
 * Returns what a finished job lacks, out of the fields that this change sets; `isWhole` checks all of them. See
 * docs/PRODUCT.md#job-form.
 */
const missingFields = (body: JobChangeBody, job: RuledFields, isWhole: boolean): FieldErrors => {
  const isChecked = (...fields: (keyof JobChangeBody)[]) => isWhole || hasAnyField(body, ...fields);
  const errors: FieldErrors = {};
  for (const field of ['description', 'positionId', 'categoryId', 'contactType'] as const)
    if (isChecked(field) && !job[field]) errors[field] = ERROR_KEYS.fieldRequired;
  if (isChecked('companyLocationIds') && job.companyLocationIds.length === 0)
    errors.companyLocationIds = ERROR_KEYS.fieldTooShort;
  if (isChecked('isFullTime', 'isPartTime', 'isSeasonal') && !job.isFullTime && !job.isPartTime && !job.isSeasonal)
    errors.isFullTime = ERROR_KEYS.workTimeRequired;
  const asksPhone = job.contactType === 'via_phone' && isChecked('contactType', 'contactTypePhoneNumber');
  if (asksPhone && job.contactTypePhoneNumber === null) errors.contactTypePhoneNumber = ERROR_KEYS.fieldRequired;
  return errors;
};

/**
 * Returns the errors that the form's rules find beyond the schema. `stored` is null for a new job. See
 * docs/PRODUCT.md#job-form.
 */
export const fieldErrors = (body: JobChangeBody, stored: RuledJob | null, context: RuleContext): FieldErrors => {
  const job: RuledFields = { ...EMPTY_FIELDS, ...stored, ...definedFields(body) };
  const errors = listErrors(body, context);
  const { birthDateMin: youngest, birthDateMax: oldest } = job;
  const areAgesSet = hasAnyField(body, 'birthDateMin', 'birthDateMax');
  if (areAgesSet && (youngest === oldest ? youngest !== null : isOver(youngest, oldest)))
    errors.birthDateMax = ERROR_KEYS.ageRange;
  if (
    hasAnyField(body, 'expectedSalaryMin', 'expectedSalaryMax') &&
    isOver(job.expectedSalaryMin, job.expectedSalaryMax)
  )
    errors.expectedSalaryMax = ERROR_KEYS.salaryRange;
  for (const field of ['expectedSalaryMin', 'expectedSalaryMax'] as const)
    if (hasFractionOfMinor(body[field])) errors[field] = ERROR_KEYS.fieldInvalid;
  const status = body.status ?? stored?.status ?? 'active';
  if (mayBeUnfinished(status)) return errors;
  // New jobs, and drafts that are published, are checked as a whole.
  const isWhole = stored === null || mayBeUnfinished(stored.status);
  const isProjectMissing = isWhole ? job.peopleBoxProject === null : body.peopleBoxProject === null;
  if (context.usesPeopleBox && isProjectMissing) errors.peopleBoxProject = ERROR_KEYS.fieldRequired;
  return { ...missingFields(body, job, isWhole), ...errors };
};

/** For each kind of reference, whether a body names an unknown one. */
export interface UnknownReferences {
  position: boolean;
  category: boolean;
  tags: boolean;
  languages: boolean;
  locations: boolean;
}

export const referenceErrors = (unknown: UnknownReferences): FieldErrors => ({
  ...(unknown.position && { positionId: ERROR_KEYS.fieldInvalid }),
  ...(unknown.category && { categoryId: ERROR_KEYS.fieldInvalid }),
  ...(unknown.tags && { tagIds: ERROR_KEYS.fieldInvalid }),
  ...(unknown.languages && { languageLevels: ERROR_KEYS.fieldInvalid }),
  ...(unknown.locations && { companyLocationIds: ERROR_KEYS.fieldInvalid }),
});

/** Throws 400 with all wrong fields. When all fields break the same rule, the error has that rule's key. */
export const throwErrors = (errors: FieldErrors): void => {
  const [first, ...others] = new Set(Object.values(errors));
  if (first === undefined) return;
  throw invalid(errors, others.length > 0 || first.startsWith('field.') ? ERROR_KEYS.invalid : first);
};

/** Returns a 400 on `status`: the company has no credit left for an active job. */
export const insufficientBalance = () =>
  invalid({ status: ERROR_KEYS.insufficientBalance }, ERROR_KEYS.insufficientBalance);

/** Returns a 409: the branch that owns the job is deleted. */
export const ownerIsGone = () => new AppError(409, ERROR_KEYS.conflict);
