/** The kind of error that a case expects; the form has a text for each, the server a key. */
export type JobRefusal =
  | 'required'
  | 'invalid'
  | 'tooLong'
  | 'tooSmall'
  | 'tooLarge'
  | 'workTime'
  | 'ageRange'
  | 'salaryRange'
  | 'oneLocation';

/**
 * A change of a valid wire body (the form gets its values by `fromJob` or by hand) with the wire field of its error
 * (null: it is valid) and the kind. `as` names the user of the form; `isNew` limits the case to new jobs.
 */
export interface JobCase {
  name: string;
  change: Record<string, unknown>;
  field: string | null;
  refusal?: JobRefusal;
  as?: 'root' | 'branch' | 'company';
}

/** A valid body of a new job without ids of positions, categories and places of work, which each test adds. */
export const JOB_BODY = {
  title: 'Garson',
  description: 'Salonda servis, masa düzeni ve kasa.',
  status: 'active',
  positionId: 1,
  categoryId: 1,
  contactType: 'no_contact',
  companyLocationIds: [1],
  isFullTime: true,
};

const LONG = 'x'.repeat(256);
const VIA_PHONE = { contactType: 'via_phone' };
const shift = (change: Record<string, unknown>) => ({
  shifts: [{ workStartsAt: null, dailyTotalWorkHour: null, weeklyOffDayCount: null, offTime: null, ...change }],
});

/** Cases that the form and the server must decide alike (docs/PRODUCT.md#job-form). */
export const JOB_CASES: readonly JobCase[] = [
  { name: 'a valid body', change: {}, field: null },
  { name: 'a draft', change: { status: 'draft' }, field: null },
  {
    name: 'a draft with a title alone',
    change: {
      status: 'draft',
      description: undefined,
      positionId: undefined,
      categoryId: undefined,
      contactType: undefined,
      companyLocationIds: undefined,
      isFullTime: undefined,
    },
    field: null,
  },
  { name: 'a draft without a title', change: { status: 'draft', title: '' }, field: 'title', refusal: 'required' },
  {
    name: 'a draft without a phone',
    change: { status: 'draft', ...VIA_PHONE, contactTypePhoneNumber: null },
    field: null,
  },
  {
    name: 'a draft with a phone of nine digits',
    change: { status: 'draft', ...VIA_PHONE, contactTypePhoneNumber: '532123456' },
    field: 'contactTypePhoneNumber',
    refusal: 'invalid',
  },
  { name: 'no title', change: { title: '' }, field: 'title', refusal: 'required' },
  { name: 'a title of blanks', change: { title: '  \n ' }, field: 'title', refusal: 'required' },
  { name: 'a title of 255', change: { title: 'x'.repeat(255) }, field: null },
  { name: 'a title of 256', change: { title: LONG }, field: 'title', refusal: 'tooLong' },
  { name: 'markup as a title', change: { title: '<script>alert(1)</script>' }, field: null },
  { name: 'no description', change: { description: '' }, field: 'description', refusal: 'required' },
  { name: 'a description of blanks', change: { description: ' \t ' }, field: 'description', refusal: 'required' },
  { name: 'a description of 5000', change: { description: 'x'.repeat(5000) }, field: null },
  {
    name: 'a description of 5001',
    change: { description: 'x'.repeat(5001) },
    field: 'description',
    refusal: 'tooLong',
  },
  { name: 'no position', change: { positionId: undefined }, field: 'positionId', refusal: 'required' },
  { name: 'no category', change: { categoryId: undefined }, field: 'categoryId', refusal: 'required' },
  { name: 'no way of contact', change: { contactType: undefined }, field: 'contactType', refusal: 'required' },
  { name: 'no place of work', change: { companyLocationIds: [] }, field: 'companyLocationIds', refusal: 'required' },
  { name: 'no work time', change: { isFullTime: false }, field: 'isFullTime', refusal: 'workTime' },
  { name: 'only part time', change: { isFullTime: false, isPartTime: true }, field: null },
  { name: 'only seasonal', change: { isFullTime: false, isSeasonal: true }, field: null },
  {
    name: 'no branch from root',
    as: 'root',
    change: { targetUser: undefined },
    field: 'targetUser',
    refusal: 'required',
  },
  { name: 'contact by phone', change: { ...VIA_PHONE, contactTypePhoneNumber: '5321234567' }, field: null },
  {
    name: 'contact by phone without one',
    change: { ...VIA_PHONE, contactTypePhoneNumber: null },
    field: 'contactTypePhoneNumber',
    refusal: 'required',
  },
  {
    name: 'a phone of nine digits',
    change: { ...VIA_PHONE, contactTypePhoneNumber: '532123456' },
    field: 'contactTypePhoneNumber',
    refusal: 'invalid',
  },
  {
    name: 'a phone with letters',
    change: { ...VIA_PHONE, contactTypePhoneNumber: '53212345ab' },
    field: 'contactTypePhoneNumber',
    refusal: 'invalid',
  },
  { name: 'contact by message', change: { contactType: 'via_message' }, field: null },
  { name: 'ages 18 to 99', change: { birthDateMin: 18, birthDateMax: 99 }, field: null },
  { name: 'only a least age', change: { birthDateMin: 25 }, field: null },
  { name: 'only a highest age', change: { birthDateMax: 25 }, field: null },
  { name: 'a least age of 17', change: { birthDateMin: 17 }, field: 'birthDateMin', refusal: 'tooSmall' },
  { name: 'a highest age of 17', change: { birthDateMax: 17 }, field: 'birthDateMax', refusal: 'tooSmall' },
  { name: 'a highest age of 100', change: { birthDateMax: 100 }, field: 'birthDateMax', refusal: 'tooLarge' },
  { name: 'a least age of 20.5', change: { birthDateMin: 20.5 }, field: 'birthDateMin', refusal: 'invalid' },
  {
    name: 'a least age over the highest',
    change: { birthDateMin: 40, birthDateMax: 30 },
    field: 'birthDateMax',
    refusal: 'ageRange',
  },
  {
    name: 'equal ages',
    change: { birthDateMin: 30, birthDateMax: 30 },
    field: 'birthDateMax',
    refusal: 'ageRange',
  },
  { name: 'no number of hires', change: { hiresWanted: null }, field: null },
  { name: 'one person to hire', change: { hiresWanted: 1 }, field: null },
  { name: '999 people to hire', change: { hiresWanted: 999 }, field: null },
  { name: 'no people to hire', change: { hiresWanted: 0 }, field: 'hiresWanted', refusal: 'tooSmall' },
  { name: '1,000 people to hire', change: { hiresWanted: 1000 }, field: 'hiresWanted', refusal: 'tooLarge' },
  { name: 'one and a half people to hire', change: { hiresWanted: 1.5 }, field: 'hiresWanted', refusal: 'invalid' },
  { name: 'a word as the number of hires', change: { hiresWanted: 'x' }, field: 'hiresWanted', refusal: 'invalid' },
  { name: 'a salary', change: { expectedSalaryMin: 28_000, expectedSalaryMax: 32_000.5 }, field: null },
  { name: 'equal salaries', change: { expectedSalaryMin: 30_000, expectedSalaryMax: 30_000 }, field: null },
  { name: 'a salary of 0', change: { expectedSalaryMin: 0 }, field: 'expectedSalaryMin', refusal: 'tooSmall' },
  { name: 'a salary below 0', change: { expectedSalaryMax: -1 }, field: 'expectedSalaryMax', refusal: 'invalid' },
  {
    name: 'a salary of three decimals',
    // As a text, 100.125 would be a hundred thousand.
    change: { expectedSalaryMin: 1000.125 },
    field: 'expectedSalaryMin',
    refusal: 'invalid',
  },
  {
    name: 'a salary over the highest',
    change: { expectedSalaryMax: 10_000_001 },
    field: 'expectedSalaryMax',
    refusal: 'tooLarge',
  },
  {
    name: 'a least salary over the highest',
    change: { expectedSalaryMin: 40_000, expectedSalaryMax: 30_000 },
    field: 'expectedSalaryMax',
    refusal: 'salaryRange',
  },
  {
    name: 'a shift',
    change: shift({ workStartsAt: '08:30', dailyTotalWorkHour: 7.5, offTime: 'weekend' }),
    field: null,
  },
  { name: 'an English level', change: { minEnglishLevel: 3, minEducationStatus: 'high_school' }, field: null },
  { name: 'seven years of work', change: { minExperienceDuration: 84 }, field: null },
  { name: 'military statuses', change: { gender: 'male', militaryRequirements: '1,3' }, field: null },
  { name: 'shortlisting at 0', as: 'branch', change: { autoShortlistThreshold: 0 }, field: null },
  { name: 'shortlisting at 100', as: 'branch', change: { autoShortlistThreshold: 1 }, field: null },
  {
    name: 'shortlisting at 101',
    as: 'branch',
    change: { autoShortlistThreshold: 1.01 },
    field: 'autoShortlistThreshold',
    refusal: 'tooLarge',
  },
  {
    name: 'shortlisting below 0',
    as: 'branch',
    change: { autoShortlistThreshold: -0.01 },
    field: 'autoShortlistThreshold',
    refusal: 'tooSmall',
  },
];

/** Bodies that no form sends, for the server only: choices outside the lists. */
export const JOB_WIRE_CASES: readonly JobCase[] = [
  { name: 'a start between half hours', change: shift({ workStartsAt: '08:15' }), field: 'shifts', refusal: 'invalid' },
  { name: 'a start at 24', change: shift({ workStartsAt: '24:00' }), field: 'shifts', refusal: 'invalid' },
  { name: 'a day of 24.5 hours', change: shift({ dailyTotalWorkHour: 24.5 }), field: 'shifts', refusal: 'invalid' },
  { name: 'eight days off', change: shift({ weeklyOffDayCount: 8 }), field: 'shifts', refusal: 'invalid' },
  { name: '13 months', change: { minExperienceDuration: 13 }, field: 'minExperienceDuration', refusal: 'invalid' },
  { name: 'English of 5', change: { minEnglishLevel: 5 }, field: 'minEnglishLevel', refusal: 'invalid' },
  { name: 'a military 4', change: { militaryRequirements: '4' }, field: 'militaryRequirements', refusal: 'invalid' },
  { name: 'two to be hired', change: { numberOfHire: 2 }, field: 'numberOfHire', refusal: 'invalid' },
  { name: 'a new job that is closed', change: { status: 'closed' }, field: 'status', refusal: 'invalid' },
  { name: 'another gender', change: { gender: 'all' }, field: 'gender', refusal: 'invalid' },
];
