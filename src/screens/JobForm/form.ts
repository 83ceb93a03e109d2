import { array, boolean, lazy, mixed, object, string, type Schema, type TestContext } from 'yup';
import {
  DESCRIPTION_MAX,
  HIRES_WANTED_MAX,
  JOB_AGE_MAX,
  JOB_AGE_MIN,
  PEOPLE_BOX_PROJECT_MAX,
  SALARY_MAX,
  TEXT_MAX,
} from '../../../contract/constants/limits';
import type { CLOSE_REASONS, LANGUAGE_LEVELS, OFF_TIMES, WEEKLY_OFF_DAYS } from '../../../contract/constants/options';
import { parseAmount } from '../../lib/money';
import { integerRule, phoneRule, requiredText } from '../../lib/rules';
import type { JobBody, JobChangeBody, Named, Shift } from '../../domains/jobs';
import type { JobValues, ShiftValues } from './values';

/** Which fields the form has for this user and country: docs/PRODUCT.md#job-form. */
export interface JobFormRules {
  isEdit: boolean;
  /** Root and HR staff choose the branch of the job. */
  choosesBranch: boolean;
  isCompany: boolean;
  isHr: boolean;
  userId: number;
  /** Names of the active fields in the country's form definition. */
  active: ReadonlySet<string>;
  /** The user has an active PeopleBox credential. */
  asksPeopleBox: boolean;
}

type Fail = { id: string; values?: Record<string, number> };
const refuse = (context: TestContext, problem: Fail) => context.createError({ message: problem as never });

/** Accepts a whole number from `min` to `max`, or nothing. */
const wholeNumber = (min: number, max: number) =>
  integerRule().test('range', function range(value) {
    if (!value) return true;
    const number = Number(value);
    if (number < min) return refuse(this, { id: 'validation.tooSmall', values: { min } });
    return number > max ? refuse(this, { id: 'validation.tooLarge', values: { max } }) : true;
  });

/** Accepts an amount over 0 with at most two decimals, or nothing. */
const amount = () =>
  string()
    .trim()
    .test('amount', function isAmount(value) {
      if (!value) return true;
      const number = parseAmount(value);
      if (number === null) return refuse(this, { id: 'validation.amount' });
      if (number <= 0) return refuse(this, { id: 'validation.positive' });
      return number > SALARY_MAX ? refuse(this, { id: 'validation.tooLarge', values: { max: SALARY_MAX } }) : true;
    });

/**
 * Returns a typed amount in the currency's main unit, or null without one. Formik passes an empty text as undefined.
 */
export const amountOf = (value: string | null | undefined): number | null => parseAmount(value ?? '');
const numberOf = (value: string | null | undefined): number | null => (value?.trim() ? Number(value) : null);

const row = { required: 'validation.required' } as const;

/** The form's rules. A draft needs only a title and a branch: docs/PRODUCT.md#job-form. */
const schemaOf = (rules: JobFormRules, isDraft: boolean) => {
  const needed = (schema: Schema): Schema => (isDraft ? (schema.notRequired() as Schema) : schema);
  const fewest = isDraft ? 0 : 1;
  return object({
    branchId: rules.choosesBranch ? string().required(row.required) : string(),
    title: requiredText(TEXT_MAX),
    position: needed(mixed<Named>().nullable().required(row.required)),
    categoryId: needed(string().required(row.required)),
    hiresWanted: wholeNumber(1, HIRES_WANTED_MAX),
    description: needed(requiredText(DESCRIPTION_MAX)),
    workTimes: array().min(fewest, 'jobForm.errors.workTimes'),
    locationIds: array()
      .min(fewest, 'jobForm.errors.locations')
      .test('one', 'jobForm.errors.oneLocation', (ids) => !rules.isCompany || (ids?.length ?? 0) <= 1),
    contactType: needed(string().required(row.required)),
    contactPhone: string().when('contactType', { is: 'via_phone', then: () => needed(phoneRule()) }),
    languages: array().of(
      object({
        languageId: needed(string().required(row.required)),
        level: needed(string().required(row.required)),
      }),
    ),
    salaryMin: amount(),
    salaryMax: amount().test('range', function range(value) {
      const { salaryMin } = this.parent as JobValues;
      const [low, high] = [amountOf(salaryMin), amountOf(value)];
      return low === null || high === null || low <= high || refuse(this, { id: 'jobForm.errors.salaryRange' });
    }),
    ageMin: wholeNumber(JOB_AGE_MIN, JOB_AGE_MAX),
    ageMax: wholeNumber(JOB_AGE_MIN, JOB_AGE_MAX).test('range', function range(value) {
      const { ageMin } = this.parent as JobValues;
      const [low, high] = [numberOf(ageMin), numberOf(value)];
      return low === null || high === null || low < high || refuse(this, { id: 'jobForm.errors.ageRange' });
    }),
    autoShortlist: boolean(),
    threshold: rules.isCompany
      ? string()
      : string().when('autoShortlist', { is: true, then: () => needed(wholeNumber(0, 100).required(row.required)) }),
    peopleBoxProject: rules.asksPeopleBox
      ? needed(wholeNumber(1, PEOPLE_BOX_PROJECT_MAX).required(row.required))
      : string(),
  });
};

/** Returns the form's rules; `isDraft` tells whether these values would be saved as a draft. */
export const jobSchema = (rules: JobFormRules, isDraft: (values: JobValues) => boolean = () => false) =>
  lazy((values: JobValues) => schemaOf(rules, isDraft(values)));

const shiftOf = (shift: ShiftValues): Shift => ({
  workStartsAt: shift.workStartsAt || null,
  dailyTotalWorkHour: numberOf(shift.dailyTotalWorkHour),
  weeklyOffDayCount: numberOf(shift.weeklyOffDayCount) as (typeof WEEKLY_OFF_DAYS)[number] | null,
  offTime: (shift.offTime || null) as (typeof OFF_TIMES)[number] | null,
});

const isGiven = (shift: ShiftValues): boolean => Object.values(shift).some((value) => value !== '');

/** Returns the fields that a new and a changed job share. Fields that the form hides are null, which clears them. */
const body = (values: JobValues, rules: JobFormRules) => {
  const { active } = rules;
  const asksMilitary = active.has('militaryRequirements') && values.gender !== 'female';
  return {
    title: values.title.trim(),
    description: values.description.trim() || null,
    positionId: values.position?.id ?? null,
    categoryId: numberOf(values.categoryId),
    isFullTime: values.workTimes.includes('full_time'),
    isPartTime: values.workTimes.includes('part_time'),
    isSeasonal: values.workTimes.includes('seasonal'),
    isPublic: values.isPublic,
    shifts: values.shifts.filter(isGiven).map(shiftOf),
    companyLocationIds: values.locationIds,
    contactType: values.contactType || null,
    contactTypePhoneNumber: (values.contactType === 'via_phone' && values.contactPhone) || null,
    expectedSalaryMin: amountOf(values.salaryMin),
    expectedSalaryMax: amountOf(values.salaryMax),
    tagIds: active.has('tags') ? values.tagIds : [],
    gender: values.gender || null,
    birthDateMin: numberOf(values.ageMin),
    birthDateMax: numberOf(values.ageMax),
    // "Any experience" is sent as null: docs/PRODUCT.md#job-form.
    minExperienceDuration: (Number(values.minExperience) || null) as JobBody['minExperienceDuration'],
    minEducationStatus: values.education || null,
    minEnglishLevel: numberOf(values.english) as JobBody['minEnglishLevel'],
    militaryRequirements: asksMilitary && values.military.length > 0 ? values.military.join(',') : null,
    // A draft may hold an unfinished row.
    languageLevels: values.languages
      .filter(({ languageId, level }) => languageId !== '' && level !== '')
      .map(({ languageId, level }) => ({
        languageId: Number(languageId),
        minLanguageLevel: Number(level) as (typeof LANGUAGE_LEVELS)[number],
      })),
    numberOfHire: 1 as const,
    // If the form's definition lacks this field, the server keeps the stored value.
    ...(active.has('hiresWanted') && { hiresWanted: numberOf(values.hiresWanted) }),
    ...(!rules.isCompany && {
      autoShortlistThreshold: values.autoShortlist && values.threshold !== '' ? Number(values.threshold) / 100 : null,
    }),
    ...(rules.asksPeopleBox && { peopleBoxProject: numberOf(values.peopleBoxProject) }),
  };
};

/** Returns the request body of a new job; `asDraft` saves it as a draft. */
export const toNewJob = (values: JobValues, rules: JobFormRules, asDraft = false): Omit<JobBody, 'image'> => ({
  ...body(values, rules),
  status: asDraft ? 'draft' : 'active',
  ...(rules.choosesBranch && { targetUser: Number(values.branchId) }),
  ...(rules.isHr && { isCreatingForBranchAccount: true }),
});

/** Why a job closes, and whether the remaining applicants get an answer. */
export interface JobClosing {
  reason: (typeof CLOSE_REASONS)[number];
  answers: boolean;
}

/**
 * Returns the request body of a changed job; only closing has a reason. All roles but HR staff send their own id
 * (docs/PRODUCT.md#job-form); the job keeps its owner.
 */
export const toJobChange = (
  values: JobValues,
  rules: JobFormRules,
  closing: JobClosing | null,
): Omit<JobChangeBody, 'image'> => ({
  ...body(values, rules),
  status: values.status,
  ...(!rules.isHr && { targetUser: rules.userId }),
  ...(closing && { closeReason: closing.reason, ...(closing.answers && { answerRemaining: { templateId: null } }) }),
});

export const fieldOf = (path: string): string => {
  const [name = ''] = path.split('.');
  const names: Record<string, string> = {
    targetUser: 'branchId',
    positionId: 'position',
    companyLocationIds: 'locationIds',
    contactTypePhoneNumber: 'contactPhone',
    expectedSalaryMin: 'salaryMin',
    expectedSalaryMax: 'salaryMax',
    birthDateMin: 'ageMin',
    birthDateMax: 'ageMax',
    minExperienceDuration: 'minExperience',
    minEducationStatus: 'education',
    minEnglishLevel: 'english',
    militaryRequirements: 'military',
    languageLevels: 'languages',
    autoShortlistThreshold: 'threshold',
    isFullTime: 'workTimes',
    isPartTime: 'workTimes',
    isSeasonal: 'workTimes',
    image: 'cover',
  };
  return names[name] ?? name;
};
