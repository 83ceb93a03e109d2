export const GENDERS = ['male', 'female'] as const;
export type Gender = (typeof GENDERS)[number];

/** Military status codes: 1 not done (waiting), 2 delayed, 3 done. */
export const MILITARY_STATUSES = [1, 2, 3] as const;
export type MilitaryStatus = (typeof MILITARY_STATUSES)[number];

/** English level codes: 1 none, 2 beginner, 3 intermediate, 4 fluent. */
export const ENGLISH_LEVELS = [1, 2, 3, 4] as const;
export type EnglishLevel = (typeof ENGLISH_LEVELS)[number];

export const EDUCATION_STATUSES = ['elementary', 'middle', 'high_school', 'university'] as const;
export type EducationStatus = (typeof EDUCATION_STATUSES)[number];

export const UNIVERSITY_STATUSES = ['graduated', 'student'] as const;
export const WORK_TIMES = ['full_time', 'part_time', 'seasonal'] as const;
export const CONTACT_TYPES = ['via_phone', 'via_message', 'no_contact'] as const;
export const CLOSE_REASONS = ['found_via_app', 'found_via_other', 'not_need_anymore', 'other'] as const;
type CloseReason = (typeof CLOSE_REASONS)[number];

/** True if a job that closes for this reason has found someone. */
export const isFilledBy = (reason: CloseReason | null): boolean =>
  reason === 'found_via_app' || reason === 'found_via_other';

/** Experience options in months: none, 1 to 11 months, 1 to 7 years, more than 7 years. */
export const EXPERIENCE_MONTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 24, 36, 48, 60, 72, 84, 96] as const;

/** Forms whose field list `POST /form-input-list` returns. */
export const FORM_NAMES = ['CompanyProfileForm', 'JobForm', 'WorkerProfileForm'] as const;
export type FormName = (typeof FORM_NAMES)[number];

/** Columns by which the job list can be sorted. Only root may use `branchName`. */
export const JOB_SORT_FIELDS = [
  'title',
  'openedAt',
  'status',
  'applicationCount',
  'unseenCount',
  'shortListCount',
  'viewCount',
  'branchName',
] as const;
export type JobSortField = (typeof JOB_SORT_FIELDS)[number];

/** Interface languages. English is the fallback. */
export const LANGUAGES = ['tr', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
/** The date locale that follows the reader's language. */
export const INTERFACE_LOCALE = 'interface';

/** Documents that `GET /app-config/contents/{name}/{code}` returns: the first by country, the others by language. */
export const CONTENT_NAMES = ['service-agreement', 'user-agreement-company', 'personal-data'] as const;
export type ContentName = (typeof CONTENT_NAMES)[number];

/** Periods of a subscription plan. */
export const PLAN_PERIODS = ['weekly', 'monthly', 'annual'] as const;
export type PlanPeriod = (typeof PLAN_PERIODS)[number];

/** Possible start times of work: every half hour of a day. */
export const WORK_STARTS = /*#__PURE__*/ Array.from(
  { length: 48 },
  (_, at) => `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`,
);

/** Possible daily work hours: half an hour to a whole day in steps of half an hour. */
export const DAILY_WORK_HOURS = /*#__PURE__*/ Array.from({ length: 48 }, (_, at) => (at + 1) / 2);

export const WEEKLY_OFF_DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const OFF_TIMES = ['weekend', 'weekday'] as const;

/** Language level codes: 1 none, 2 beginner, 3 intermediate, 4 advanced. */
export const LANGUAGE_LEVELS = [1, 2, 3, 4] as const;

/** Statuses that the edit form offers. See docs/PRODUCT.md#job-status. */
export const EDITABLE_JOB_STATUSES = ['active', 'closed', 'draft'] as const;

/** The cover URL of a job without a cover contains this text. See docs/PRODUCT.md#job-cover. */
export const DEFAULT_JOB_IMAGE = 'default-job-image';

/** The parts of a match score. See docs/API.md#match-score. */
export const SCORE_FACTORS = [
  'position',
  'experience',
  'distance',
  'education',
  'languages',
  'age',
  'workTimes',
] as const;
export type ScoreFactor = (typeof SCORE_FACTORS)[number];

/** How much each factor counts in the match score, with a sum of 1. Previous work and distance matter most. */
export const MATCH_WEIGHTS: Readonly<Record<ScoreFactor, number>> = {
  position: 0.27,
  experience: 0.21,
  distance: 0.21,
  workTimes: 0.13,
  education: 0.09,
  languages: 0.09,
  // Points for an age would sort people by it (docs/SECURITY.md).
  age: 0,
};

/** The weights with `SCORE_AGE=1`, for operators whose lawyer agreed. */
export const MATCH_WEIGHTS_WITH_AGE: Readonly<Record<ScoreFactor, number>> = {
  position: 0.25,
  experience: 0.2,
  distance: 0.2,
  workTimes: 0.12,
  education: 0.08,
  languages: 0.08,
  age: 0.07,
};
