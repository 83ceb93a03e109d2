import { LANGUAGES, type Language } from '../../../contract/constants/options';
import { MARKET_CURRENCY } from '../../../contract/constants/limits';
import { fold } from '../../../contract/constants/text';
import { readTexts } from '../../platform/messages';
import type { Job } from '../../../contract/schemas/jobForm';
import type { CompanyLocation } from '../../../contract/schemas/jobLookups';
import type { JobRow } from '../../../contract/schemas/jobs';
import type { Files } from '../../platform/files';
import { presentCover } from '../covers';
import type { FullJob } from './repository';
import type { JobRecord } from './listRepository';

const benefits = readTexts<Record<Language, Record<string, string>>>('benefits.json');

/** Returns the name of a tag: a benefit's in the reader's language, the organisation's own as entered. */
export const tagName = ({ key, name }: { key: string | null; name: string }, language: Language): string =>
  (key === null ? undefined : benefits()[language][key]) ?? name;

/** Returns the key of the benefit that has this folded name in any language, or undefined. */
export const benefitNamed = (name: string): string | undefined =>
  LANGUAGES.flatMap((language) => Object.entries(benefits()[language])).find(
    ([, text]) => fold(text) === fold(name),
  )?.[0];

const displayNames = new Map<Language, Intl.DisplayNames>();

/** Returns the name of a language (ISO 639-1) in the reader's language, capitalised for a list of options. */
export const languageName = (code: string, language: Language): string => {
  const names = displayNames.get(language) ?? new Intl.DisplayNames(language, { type: 'language' });
  displayNames.set(language, names);
  const name = names.of(code) ?? code;
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(language) + rest.join('');
};

export const presentJob = (job: JobRecord): JobRow => ({
  id: job.id,
  title: job.title,
  createdAt: job.createdAt,
  openedAt: job.openedAt,
  status: job.status,
  position: job.positionId === null ? null : { id: job.positionId, name: job.positionName },
  category: job.categoryId === null ? null : { id: job.categoryId, name: job.categoryName },
  user: { id: job.userId, companyName: job.companyName },
  counts: {
    applications: job.applications,
    unreviewed: job.unreviewed,
    shortLists: job.shortLists,
    jobViews: job.jobViews,
    needs: job.needs,
  },
  hiresWanted: job.hiresWanted,
  hired: job.hired,
});

/** Seven decimals are a centimetre. `toFixed` avoids the exponent form, which the contract forbids. */
const decimal = (degrees: number): string => degrees.toFixed(7);

export const presentLocation = ({ id, name, address, latitude, longitude }: FullJob['locations'][number]) =>
  ({ id, name, address, position: `${decimal(latitude)}, ${decimal(longitude)}` }) satisfies CompanyLocation;

/** Returns the JSON of a whole job, with names in the reader's language. */
export const presentFullJob = (job: FullJob, files: Files, language: Language): Job => {
  const { id, createdAt, openedAt, title, description, status, closeReason, position, category } = job;
  return {
    id,
    createdAt,
    openedAt,
    title,
    description,
    status,
    closeReason,
    position,
    category,
    user: { id: job.userId, companyName: job.companyName, userType: job.userType },
    image: { url: presentCover(job.imageKey, files) },
    counts: {
      applications: job.applications,
      unreviewed: job.unreviewed,
      shortLists: job.shortLists,
      jobViews: job.jobViews,
    },
    numberOfHire: job.numberOfHire,
    hiresWanted: job.hiresWanted,
    hired: job.hired,
    gender: job.gender,
    birthDateMin: job.birthDateMin,
    birthDateMax: job.birthDateMax,
    minExperienceDuration: job.minExperienceDuration,
    minEducationStatus: job.minEducationStatus,
    minEnglishLevel: job.minEnglishLevel,
    militaryRequirements: job.militaryRequirements,
    isFullTime: job.isFullTime,
    isPartTime: job.isPartTime,
    isSeasonal: job.isSeasonal,
    isPublic: job.isPublic,
    contactType: job.contactType,
    contactTypePhoneNumber: job.contactTypePhoneNumber,
    expectedSalaryMin: job.expectedSalaryMin,
    expectedSalaryMax: job.expectedSalaryMax,
    currency: MARKET_CURRENCY,
    autoShortlistEnabled: job.autoShortlistThreshold !== null,
    autoShortlistThreshold: job.autoShortlistThreshold,
    peopleBoxProjectId: job.peopleBoxProjectId,
    shifts: job.shifts,
    selectedCompanyLocations: job.locations.map(presentLocation),
    selectedTags: job.tags.map((tag) => ({ id: tag.id, name: tagName(tag, language) })),
    languageLevels: job.languages.map(({ code, languageId, minLanguageLevel }) => ({
      language: { id: languageId, name: languageName(code, language) },
      languageId,
      minLanguageLevel,
    })),
  };
};
