import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { JobChangeBody } from '../../../contract/schemas/jobForm';
import { AppError, invalid } from '../../platform/errors';

/** Wrong fields of a body with the key of each. */
export type FieldErrors = Record<string, ErrorKey>;

/** What the rules over several fields read of a job: of the stored one where a change leaves a field out. */
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
  >
>;

const NOTHING: RuledFields = {
  birthDateMin: null,
  birthDateMax: null,
  expectedSalaryMin: null,
  expectedSalaryMax: null,
  isFullTime: false,
  isPartTime: false,
  isSeasonal: false,
  contactType: 'no_contact',
  contactTypePhoneNumber: null,
};

const said = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Whether a change says anything of these fields: what it leaves alone is not judged again. */
const touches = (body: JobChangeBody, ...fields: (keyof JobChangeBody)[]): boolean =>
  fields.some((field) => body[field] !== undefined);

/** Money is stored in hundredths. */
const hasFractionOfMinor = (amount: number | null | undefined): boolean =>
  amount != null && Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6;

const isOver = (low: number | null, high: number | null): boolean => low !== null && high !== null && low > high;

/** Who asks: a user with an active peopleBox credential must name a project. */
export interface RuleContext {
  asksPeopleBox: boolean;
  isCompany: boolean;
}

const lists = (body: JobChangeBody, { isCompany }: RuleContext): FieldErrors => {
  const errors: FieldErrors = {};
  const languages = body.languageLevels?.map(({ languageId }) => languageId) ?? [];
  if (new Set(languages).size < languages.length) errors.languageLevels = ERROR_KEYS.fieldInvalid;
  if (isCompany && new Set(body.companyLocationIds).size > 1) errors.companyLocationIds = ERROR_KEYS.oneLocationOnly;
  return errors;
};

/** What the rules of the form refuse beyond the schema; `stored` is null for a new job. Spec 1, point 5. */
export const refusalsOf = (body: JobChangeBody, stored: RuledFields | null, context: RuleContext): FieldErrors => {
  const job: RuledFields = { ...NOTHING, ...stored, ...said(body) };
  const isNew = stored === null;
  const errors = lists(body, context);
  const { birthDateMin: youngest, birthDateMax: oldest } = job;
  const areAgesSaid = touches(body, 'birthDateMin', 'birthDateMax');
  if (areAgesSaid && (youngest === oldest ? youngest !== null : isOver(youngest, oldest)))
    errors.birthDateMax = ERROR_KEYS.ageRange;
  if (touches(body, 'expectedSalaryMin', 'expectedSalaryMax') && isOver(job.expectedSalaryMin, job.expectedSalaryMax))
    errors.expectedSalaryMax = ERROR_KEYS.salaryRange;
  for (const field of ['expectedSalaryMin', 'expectedSalaryMax'] as const)
    if (hasFractionOfMinor(body[field])) errors[field] = ERROR_KEYS.fieldInvalid;
  const areTimesSaid = isNew || touches(body, 'isFullTime', 'isPartTime', 'isSeasonal');
  if (areTimesSaid && !job.isFullTime && !job.isPartTime && !job.isSeasonal)
    errors.isFullTime = ERROR_KEYS.workTimeRequired;
  const isContactSaid = touches(body, 'contactType', 'contactTypePhoneNumber');
  if (isContactSaid && job.contactType === 'via_phone' && job.contactTypePhoneNumber === null)
    errors.contactTypePhoneNumber = ERROR_KEYS.fieldRequired;
  const isProjectMissing = body.peopleBoxProject === null || (isNew && body.peopleBoxProject === undefined);
  if (context.asksPeopleBox && isProjectMissing) errors.peopleBoxProject = ERROR_KEYS.fieldRequired;
  return errors;
};

/** Whether a body names unknown things, by kind. */
export interface UnknownReferences {
  position: boolean;
  category: boolean;
  tags: boolean;
  languages: boolean;
  locations: boolean;
}

/** Returns the fields that name unknown things. */
export const refusalsOfReferences = (unknown: UnknownReferences): FieldErrors => ({
  ...(unknown.position && { positionId: ERROR_KEYS.fieldInvalid }),
  ...(unknown.category && { categoryId: ERROR_KEYS.fieldInvalid }),
  ...(unknown.tags && { tagIds: ERROR_KEYS.fieldInvalid }),
  ...(unknown.languages && { languageLevels: ERROR_KEYS.fieldInvalid }),
  ...(unknown.locations && { companyLocationIds: ERROR_KEYS.fieldInvalid }),
});

/** Throws 400 with all wrong fields. The key is the rule's own when all fields break the same rule. */
export const refuse = (errors: FieldErrors): void => {
  const [first, ...others] = new Set(Object.values(errors));
  if (first === undefined) return;
  throw invalid(errors, others.length > 0 || first.startsWith('field.') ? ERROR_KEYS.invalid : first);
};

/** 400 on `status`: the company has no credit left for an active job. */
export const insufficientBalance = () =>
  invalid({ status: ERROR_KEYS.insufficientBalance }, ERROR_KEYS.insufficientBalance);

/** 409: the branch whose job it is has gone. */
export const ownerIsGone = () => new AppError(409, ERROR_KEYS.conflict);
