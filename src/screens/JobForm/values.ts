import type { ContactType, EducationStatus, Gender, JobEditStatus, WorkTime } from './options';
import { MILITARY_STATUSES, type MilitaryStatus } from '../../../contract/constants/options';
import type { Job, Named } from '../../domains/jobs';

/** One shift; an empty text means "not given". */
export interface ShiftValues {
  workStartsAt: string;
  dailyTotalWorkHour: string;
  weeklyOffDayCount: string;
  offTime: string;
}

/** A language with its level; an empty text means "not chosen". */
export interface LanguageValues {
  languageId: string;
  level: string;
}

/** The cover: a `data:` URL if it is new, otherwise the URL on the server. */
export interface CoverValue {
  url: string;
  isNew: boolean;
}

/**
 * The values as typed: numbers are texts and choices are codes. All are plain values, because a draft is stored as
 * JSON.
 */
export interface JobValues {
  status: JobEditStatus;
  branchId: string;
  title: string;
  position: Named | null;
  categoryId: string;
  hiresWanted: string;
  description: string;
  cover: CoverValue | null;
  workTimes: WorkTime[];
  shifts: ShiftValues[];
  locationIds: number[];
  contactType: ContactType | '';
  contactPhone: string;
  salaryMin: string;
  salaryMax: string;
  tagIds: number[];
  gender: Gender | '';
  ageMin: string;
  ageMax: string;
  minExperience: string;
  education: EducationStatus | '';
  english: string;
  military: MilitaryStatus[];
  languages: LanguageValues[];
  autoShortlist: boolean;
  threshold: string;
  peopleBoxProject: string;
  isPublic: boolean;
}

export const emptyShift: ShiftValues = { workStartsAt: '', dailyTotalWorkHour: '', weeklyOffDayCount: '', offTime: '' };
export const emptyLanguage: LanguageValues = { languageId: '', level: '' };

export const emptyJob: JobValues = {
  // New jobs start active: docs/PRODUCT.md#job-status.
  status: 'active',
  branchId: '',
  title: '',
  position: null,
  categoryId: '',
  hiresWanted: '',
  description: '',
  cover: null,
  workTimes: [],
  shifts: [],
  locationIds: [],
  contactType: '',
  contactPhone: '',
  salaryMin: '',
  salaryMax: '',
  tagIds: [],
  gender: '',
  ageMin: '',
  ageMax: '',
  minExperience: '0',
  education: '',
  english: '',
  military: [],
  languages: [],
  autoShortlist: false,
  threshold: '',
  peopleBoxProject: '',
  isPublic: true,
};

const text = (value: string | number | null): string => (value === null ? '' : String(value));

export const fromJob = (job: Job): JobValues => ({
  status: job.status === 'deleted' ? 'closed' : job.status,
  branchId: String(job.user.id),
  title: job.title,
  position: job.position,
  categoryId: text(job.category && job.category.id),
  hiresWanted: text(job.hiresWanted ?? null),
  description: job.description,
  cover: { url: job.image.url, isNew: false },
  workTimes: [
    ...(job.isFullTime ? (['full_time'] as const) : []),
    ...(job.isPartTime ? (['part_time'] as const) : []),
    ...(job.isSeasonal ? (['seasonal'] as const) : []),
  ],
  shifts: job.shifts.map((shift) => ({
    workStartsAt: text(shift.workStartsAt),
    dailyTotalWorkHour: text(shift.dailyTotalWorkHour),
    weeklyOffDayCount: text(shift.weeklyOffDayCount),
    offTime: text(shift.offTime),
  })),
  locationIds: job.selectedCompanyLocations.map(({ id }) => id),
  contactType: job.contactType ?? '',
  contactPhone: text(job.contactTypePhoneNumber),
  salaryMin: text(job.expectedSalaryMin),
  salaryMax: text(job.expectedSalaryMax),
  tagIds: job.selectedTags.map(({ id }) => id),
  gender: job.gender ?? '',
  ageMin: text(job.birthDateMin),
  ageMax: text(job.birthDateMax),
  minExperience: String(job.minExperienceDuration ?? 0),
  education: job.minEducationStatus ?? '',
  english: text(job.minEnglishLevel),
  military: MILITARY_STATUSES.filter((code) => job.militaryRequirements.includes(code)),
  languages: job.languageLevels.map(({ languageId, minLanguageLevel }) => ({
    languageId: String(languageId),
    level: String(minLanguageLevel),
  })),
  autoShortlist: job.autoShortlistEnabled,
  threshold: job.autoShortlistThreshold === null ? '' : String(Math.round(job.autoShortlistThreshold * 100)),
  peopleBoxProject: text(job.peopleBoxProjectId),
  isPublic: job.isPublic ?? true,
});

/**
 * Merges a stored draft into the form. It takes only fields whose type still matches, because the form may change
 * between versions.
 */
export const withDraft = (values: JobValues, draft: Record<string, unknown>): JobValues => {
  const kind = (value: unknown) => (Array.isArray(value) ? 'list' : value === null ? 'object' : typeof value);
  const known = Object.entries(values).map(([name, value]) => {
    const kept = draft[name];
    return [name, kept !== undefined && kind(kept) === kind(value) ? kept : value];
  });
  return Object.fromEntries(known) as unknown as JobValues;
};
