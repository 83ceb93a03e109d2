import { ValidationError } from 'yup';
import type { JobFormRules } from '../../../../src/screens/JobForm/form';
import { fieldOf, jobSchema, toJobChange, toNewJob } from '../../../../src/screens/JobForm/form';
import { emptyJob, fromJob, withDraft, type JobValues } from '../../../../src/screens/JobForm/values';
import { JOB_BODY, JOB_CASES, type JobRefusal } from '../../../support/validationCases/job';
import { aJob } from '../../../support/jobBuilder';

const rulesFor = (as: 'root' | 'branch' | 'company' = 'branch', isEdit = false): JobFormRules => ({
  isEdit,
  choosesBranch: as === 'root',
  isCompany: as === 'company',
  isHr: false,
  userId: 7,
  active: new Set(['hiresWanted', 'militaryRequirements', 'minEnglishLevel', 'tags']),
  asksPeopleBox: false,
});

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Returns the form values that lead to this body, or null when the form cannot produce it. */
const typed = (body: Record<string, unknown>): JobValues | null => {
  const languages = (body.languageLevels ?? []) as { languageId: number; minLanguageLevel: number }[];
  const choices: [unknown, readonly unknown[]][] = [
    [body.gender ?? null, [null, 'male', 'female']],
    [body.contactType ?? '', ['', 'via_phone', 'via_message', 'no_contact']],
    [body.status ?? 'active', ['active', 'draft']],
    [body.minEducationStatus ?? null, [null, 'elementary', 'middle', 'high_school', 'university']],
  ];
  if (choices.some(([value, offered]) => !offered.includes(value))) return null;
  const threshold = body.autoShortlistThreshold as number | null | undefined;
  return {
    ...emptyJob,
    status: (body.status ?? 'active') as JobValues['status'],
    branchId: text(body.targetUser),
    title: text(body.title),
    description: text(body.description),
    position: body.positionId === undefined ? null : { id: Number(body.positionId), name: 'Garson' },
    categoryId: text(body.categoryId),
    hiresWanted: text(body.hiresWanted),
    contactType: text(body.contactType) as JobValues['contactType'],
    contactPhone: text(body.contactTypePhoneNumber),
    locationIds: (body.companyLocationIds ?? []) as number[],
    workTimes: [
      ...(body.isFullTime ? (['full_time'] as const) : []),
      ...(body.isPartTime ? (['part_time'] as const) : []),
      ...(body.isSeasonal ? (['seasonal'] as const) : []),
    ],
    ageMin: text(body.birthDateMin),
    ageMax: text(body.birthDateMax),
    salaryMin: text(body.expectedSalaryMin),
    salaryMax: text(body.expectedSalaryMax),
    autoShortlist: typeof threshold === 'number',
    threshold: typeof threshold === 'number' ? String(Math.round(threshold * 10_000) / 100) : '',
    languages: languages.map(({ languageId, minLanguageLevel }) => ({
      languageId: text(languageId),
      level: text(minLanguageLevel),
    })),
  };
};

/** Fields with fixed options, in which no wrong value can be typed. */
const CHOSEN = new Set([
  'shifts',
  'minExperienceDuration',
  'minEducationStatus',
  'minEnglishLevel',
  'militaryRequirements',
  'gender',
  'status',
  'numberOfHire',
  'tagIds',
  'languageLevels',
  'closeReason',
  'image',
  'peopleBoxProject',
  'isCreatingForBranchAccount',
]);

const SAID: Record<JobRefusal, RegExp> = {
  required: /required|jobForm\.errors\.locations/,
  invalid: /invalid|integer|amount|phone|positive/,
  tooLong: /tooLong/,
  tooSmall: /tooSmall|positive|integer/,
  tooLarge: /tooLarge|amount/,
  workTime: /workTimes/,
  ageRange: /ageRange/,
  salaryRange: /salaryRange/,
  oneLocation: /oneLocation/,
};

const problemsOf = (values: JobValues, rules: JobFormRules): Record<string, string> => {
  try {
    // Formik passes empty values as undefined.
    const asked = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value === '' ? undefined : value]),
    );
    jobSchema(rules, ({ status }) => status === 'draft').validateSync(asked, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const found = error.inner.map(({ path = '', errors }) => {
      const problem = errors[0] as unknown as string | { id: string };
      return [fieldOf(path.split(/[.[]/)[0] ?? ''), typeof problem === 'string' ? problem : problem.id];
    });
    return Object.fromEntries(found.reverse()) as Record<string, string>;
  }
};

describe('validation cases shared with the server', () => {
  const cases = JOB_CASES.filter(({ field }) => field === null || !CHOSEN.has(field));
  it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, { change, field, refusal, as }) => {
    const values = typed({ ...JOB_BODY, ...(as === 'root' && { targetUser: 7 }), ...change });
    if (values === null) return;
    const problems = problemsOf(values, rulesFor(as));
    if (field === null) expect(problems).toEqual({});
    else expect(problems[fieldOf(field)]).toMatch(SAID[refusal ?? 'invalid']);
  });
});

describe('the payload', () => {
  const rules = rulesFor();
  const values: JobValues = {
    ...emptyJob,
    title: ' Barista ',
    description: ' Kahve. ',
    position: { id: 3, name: 'Barista' },
    categoryId: '2',
    hiresWanted: '3',
    workTimes: ['part_time'],
    locationIds: [5],
    contactType: 'no_contact',
    contactPhone: '5321234567',
    shifts: [
      { workStartsAt: '09:30', dailyTotalWorkHour: '7.5', weeklyOffDayCount: '2', offTime: 'weekend' },
      { workStartsAt: '', dailyTotalWorkHour: '', weeklyOffDayCount: '', offTime: '' },
    ],
    salaryMin: '25000,50',
    military: [1, 3],
    autoShortlist: true,
    threshold: '60',
  };

  it('is trimmed, leaves unset what was not asked, sends per cents as a fraction, and hires one person', () => {
    expect(toNewJob(values, rules)).toEqual({
      title: 'Barista',
      description: 'Kahve.',
      status: 'active',
      isPublic: true,
      positionId: 3,
      categoryId: 2,
      isFullTime: false,
      isPartTime: true,
      isSeasonal: false,
      shifts: [{ workStartsAt: '09:30', dailyTotalWorkHour: 7.5, weeklyOffDayCount: 2, offTime: 'weekend' }],
      companyLocationIds: [5],
      contactType: 'no_contact',
      contactTypePhoneNumber: null,
      expectedSalaryMin: 25000.5,
      expectedSalaryMax: null,
      tagIds: [],
      gender: null,
      birthDateMin: null,
      birthDateMax: null,
      minExperienceDuration: null,
      minEducationStatus: null,
      minEnglishLevel: null,
      militaryRequirements: '1,3',
      languageLevels: [],
      numberOfHire: 1,
      hiresWanted: 3,
      autoShortlistThreshold: 0.6,
    });
  });

  it.each<[string, Partial<JobValues>, Partial<JobFormRules>, Record<string, unknown>]>([
    ['a draft', {}, {}, { status: 'draft' }],
    [
      'what is missing in a draft',
      { ...emptyJob, languages: [{ languageId: '1', level: '' }], autoShortlist: true },
      {},
      {
        description: null,
        positionId: null,
        categoryId: null,
        contactType: null,
        companyLocationIds: [],
        languageLevels: [],
        autoShortlistThreshold: null,
      },
    ],
    ['no military service for women', { gender: 'female' }, {}, { militaryRequirements: null }],
    ['no military service where the form does not ask', {}, { active: new Set() }, { militaryRequirements: null }],
    ['no tags where the form does not ask', { tagIds: [4] }, { active: new Set() }, { tagIds: [] }],
    ['an emptied number of hires', { hiresWanted: '' }, {}, { hiresWanted: null }],
    ['auto-shortlist switched off', { autoShortlist: false }, {}, { autoShortlistThreshold: null }],
    ['the branch that root chose', { branchId: '7' }, { choosesBranch: true }, { targetUser: 7 }],
    ['HR staff', { branchId: '7' }, { choosesBranch: true, isHr: true }, { isCreatingForBranchAccount: true }],
    ['by phone', { contactType: 'via_phone' }, {}, { contactTypePhoneNumber: '5321234567' }],
    ['with a credential', { peopleBoxProject: '12' }, { asksPeopleBox: true }, { peopleBoxProject: 12 }],
  ])('%s', (name, change, more, expected) => {
    const body = toNewJob({ ...values, ...change }, { ...rules, ...more }, name === 'a draft');
    expect(body).toMatchObject(expected);
  });

  it('keeps the stored number of hires where the form does not ask for it', () => {
    expect(toNewJob(values, { ...rules, active: new Set() })).not.toHaveProperty('hiresWanted');
  });

  it('of a company has no auto-shortlist threshold and no target user', () => {
    const body = toNewJob(values, rulesFor('company'));
    expect(body).not.toHaveProperty('autoShortlistThreshold');
    expect(body).not.toHaveProperty('targetUser');
  });

  it('of a change has the status and the reason for closing', () => {
    expect(
      toJobChange({ ...values, status: 'closed' }, rulesFor('branch', true), {
        reason: 'found_via_app',
        answers: true,
      }),
    ).toMatchObject({
      status: 'closed',
      closeReason: 'found_via_app',
      answerRemaining: { templateId: null },
    });
    expect(toJobChange(values, rulesFor('branch', true), null)).not.toHaveProperty('closeReason');
  });

  it('of a change has the user’s id, except for HR staff', () => {
    expect(toJobChange(values, rulesFor('root', true), null).targetUser).toBe(7);
    expect(toJobChange(values, { ...rulesFor('root', true), isHr: true }, null)).not.toHaveProperty('targetUser');
  });
});

describe('the form values', () => {
  it('are restored from the job that they created', () => {
    const job = aJob({ title: 'Barista', autoShortlistEnabled: true, autoShortlistThreshold: 0.57, hiresWanted: 3 });
    expect(fromJob(job)).toMatchObject({
      title: 'Barista',
      threshold: '57',
      autoShortlist: true,
      branchId: '20',
      hiresWanted: '3',
    });
    // A job of the previous release has no number of hires.
    expect(fromJob({ ...job, hiresWanted: undefined })).toMatchObject({ hiresWanted: '' });
  });

  it('take matching types from a draft and drop the rest', () => {
    const draft = { title: 'Kasiyer', locationIds: 'none', workTimes: ['seasonal'], unknown: 1 };
    const values = withDraft(emptyJob, draft);
    expect(values).toMatchObject({ title: 'Kasiyer', locationIds: [], workTimes: ['seasonal'] });
    expect(values).not.toHaveProperty('unknown');
  });
});
