import { Type, type Static } from 'typebox';
import {
  DESCRIPTION_MAX,
  HIRES_WANTED_MAX,
  JOB_AGE_MAX,
  JOB_AGE_MIN,
  JOB_PARTS_MAX,
  PEOPLE_BOX_PROJECT_MAX,
  SALARY_MAX,
  TEXT_MAX,
} from '../constants/limits';
import {
  CLOSE_REASONS,
  CONTACT_TYPES,
  DAILY_WORK_HOURS,
  EDUCATION_STATUSES,
  ENGLISH_LEVELS,
  EXPERIENCE_MONTHS,
  GENDERS,
  LANGUAGE_LEVELS,
  MILITARY_STATUSES,
  OFF_TIMES,
  WEEKLY_OFF_DAYS,
  WORK_STARTS,
} from '../constants/options';
import { JOB_STATUSES } from '../constants/statuses';
import { Bulk } from './bulks';
import { CommaListOf, FilledText, Id, Instant, Named, Nullable, OneOf, PhoneDigits } from './common';
import { CompanyLocations } from './jobLookups';

/** A work shift. Null means not specified. Daily hours are in steps of half an hour. */
export const Shift = Type.Object({
  workStartsAt: Nullable(OneOf(WORK_STARTS)),
  dailyTotalWorkHour: Nullable(OneOf(DAILY_WORK_HOURS)),
  weeklyOffDayCount: Nullable(OneOf(WEEKLY_OFF_DAYS)),
  offTime: Nullable(OneOf(OFF_TIMES)),
});
export type Shift = Static<typeof Shift>;

export const LanguageLevel = Type.Object({ languageId: Id, minLanguageLevel: OneOf(LANGUAGE_LEVELS) });
export type LanguageLevel = Static<typeof LanguageLevel>;

const listOf = <T extends Parameters<typeof Type.Array>[0]>(schema: T) =>
  Type.Array(schema, { maxItems: JOB_PARTS_MAX });
const Age = Type.Integer({ minimum: JOB_AGE_MIN, maximum: JOB_AGE_MAX });
const Salary = Type.Number({ exclusiveMinimum: 0, maximum: SALARY_MAX });

/** Fields that a new job and a change may leave out. */
const optional = {
  /**
   * The branch's id, from root and HR only. Older clients send a token here instead, which the server ignores, never
   * logs and never returns.
   */
  targetUser: Type.Optional(Type.Union([Id, Type.String({ maxLength: 4096 })])),
  shifts: Type.Optional(listOf(Shift)),
  tagIds: Type.Optional(listOf(Id)),
  languageLevels: Type.Optional(listOf(LanguageLevel)),
  numberOfHire: Type.Optional(Type.Literal(1)),
  /** How many people the employer wants to hire; null when not specified. */
  hiresWanted: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: HIRES_WANTED_MAX }))),
  /** The `imageUrl` of an upload. Null removes the cover, an absent value keeps it. */
  image: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 500 }))),
  birthDateMin: Type.Optional(Nullable(Age)),
  birthDateMax: Type.Optional(Nullable(Age)),
  minExperienceDuration: Type.Optional(Nullable(OneOf(EXPERIENCE_MONTHS))),
  gender: Type.Optional(Nullable(OneOf(GENDERS))),
  /** A fraction from 0 to 1. Null turns auto-shortlist off. */
  autoShortlistThreshold: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1 }))),
  minEducationStatus: Type.Optional(Nullable(OneOf(EDUCATION_STATUSES))),
  minEnglishLevel: Type.Optional(Nullable(OneOf(ENGLISH_LEVELS))),
  /** Comma-separated codes. A null or absent text means none. */
  militaryRequirements: Type.Optional(Nullable(CommaListOf(MILITARY_STATUSES.map(String)))),
  isFullTime: Type.Optional(Type.Boolean()),
  isPartTime: Type.Optional(Type.Boolean()),
  isSeasonal: Type.Optional(Type.Boolean()),
  /** Whether the public page of the branch or company shows the job; true by default. */
  isPublic: Type.Optional(Type.Boolean()),
  contactTypePhoneNumber: Type.Optional(Nullable(PhoneDigits)),
  expectedSalaryMin: Type.Optional(Nullable(Salary)),
  expectedSalaryMax: Type.Optional(Nullable(Salary)),
  peopleBoxProject: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: PEOPLE_BOX_PROJECT_MAX }))),
  isCreatingForBranchAccount: Type.Optional(Type.Boolean()),
};

const title = FilledText(TEXT_MAX);

/** What a job needs beyond a title, unless it is a draft. */
const PublishedJob = Type.Object({
  description: FilledText(DESCRIPTION_MAX),
  positionId: Id,
  categoryId: Id,
  contactType: OneOf(CONTACT_TYPES),
  companyLocationIds: Type.Array(Id, { minItems: 1, maxItems: JOB_PARTS_MAX }),
});

/** The same fields in a draft. Null and an empty list mean that the employer has not decided yet. */
const unfinished = {
  description: Type.Optional(Nullable(FilledText(DESCRIPTION_MAX))),
  positionId: Type.Optional(Nullable(Id)),
  categoryId: Type.Optional(Nullable(Id)),
  contactType: Type.Optional(Nullable(OneOf(CONTACT_TYPES))),
  companyLocationIds: Type.Optional(listOf(Id)),
};

/** A draft needs only a title; an active job needs the fields of `PublishedJob` too. */
export const JobBody = Type.Object(
  { title, ...unfinished, ...optional, status: OneOf(['active', 'draft']) },
  { if: Type.Object({ status: Type.Literal('draft') }), else: PublishedJob },
);
export type JobBody = Static<typeof JobBody>;

/**
 * Any subset of the fields. `closeReason` is required when the status becomes closed. Only a draft may lack or clear
 * the fields of `PublishedJob`.
 */
export const JobChangeBody = Type.Object({
  title: Type.Optional(title),
  ...unfinished,
  ...optional,
  status: Type.Optional(OneOf(JOB_STATUSES)),
  closeReason: Type.Optional(Nullable(OneOf(CLOSE_REASONS))),
  /** When the job closes, declines the applications that still wait and sends their applicants a fixed text. */
  answerRemaining: Type.Optional(Type.Object({ templateId: Type.Null() })),
});
export type JobChangeBody = Static<typeof JobChangeBody>;

/**
 * A whole job. A job without a cover has the default picture in `image.url`. Only a draft may have no position,
 * category, contact type or place of work, and an empty description.
 */
export const Job = Type.Object({
  id: Id,
  createdAt: Instant,
  openedAt: Nullable(Instant),
  title: Type.String(),
  description: Type.String(),
  status: OneOf(JOB_STATUSES),
  closeReason: Nullable(OneOf(CLOSE_REASONS)),
  position: Nullable(Named),
  category: Nullable(Named),
  user: Type.Object({ id: Id, companyName: Type.String(), userType: OneOf(['branch', 'company']) }),
  image: Type.Object({ url: Type.String() }),
  counts: Type.Object({
    applications: Type.Integer({ minimum: 0 }),
    unreviewed: Type.Integer({ minimum: 0 }),
    shortLists: Type.Integer({ minimum: 0 }),
    jobViews: Type.Integer({ minimum: 0 }),
  }),
  numberOfHire: Type.Integer(),
  /**
   * A reply that the previous release stored for a repeated request has neither this nor `hired`, the number of
   * accepted offers.
   */
  hiresWanted: Type.Optional(Nullable(Type.Integer())),
  hired: Type.Optional(Type.Integer({ minimum: 0 })),
  gender: Nullable(OneOf(GENDERS)),
  birthDateMin: Nullable(Type.Integer()),
  birthDateMax: Nullable(Type.Integer()),
  minExperienceDuration: Nullable(Type.Integer()),
  minEducationStatus: Nullable(OneOf(EDUCATION_STATUSES)),
  minEnglishLevel: Nullable(OneOf(ENGLISH_LEVELS)),
  militaryRequirements: Type.Array(OneOf(MILITARY_STATUSES)),
  isFullTime: Type.Boolean(),
  isPartTime: Type.Boolean(),
  isSeasonal: Type.Boolean(),
  /** Missing in a reply that the previous release stored for a repeated request; such a job is public. */
  isPublic: Type.Optional(Type.Boolean()),
  contactType: Nullable(OneOf(CONTACT_TYPES)),
  contactTypePhoneNumber: Nullable(Type.String()),
  expectedSalaryMin: Nullable(Type.Number()),
  expectedSalaryMax: Nullable(Type.Number()),
  currency: Type.String(),
  autoShortlistEnabled: Type.Boolean(),
  autoShortlistThreshold: Nullable(Type.Number()),
  peopleBoxProjectId: Nullable(Type.Integer()),
  shifts: Type.Array(Shift),
  selectedCompanyLocations: CompanyLocations,
  selectedTags: Type.Array(Named),
  languageLevels: Type.Array(
    Type.Object({ language: Named, languageId: Id, minLanguageLevel: OneOf(LANGUAGE_LEVELS) }),
  ),
});
export type Job = Static<typeof Job>;
export const JobPayload = Type.Object({ job: Job });
export const JobChangePayload = Type.Object({
  job: Job,
  jobCreationBalance: Type.Integer({ minimum: 0 }),
  /** The action that answers the remaining applications. */
  bulk: Type.Optional(Bulk),
});
export type JobChangePayload = Static<typeof JobChangePayload>;
