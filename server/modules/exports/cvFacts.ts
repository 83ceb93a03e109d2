import type { Language } from '../../../contract/constants/options';
import type texts from '../../texts/exports.json';
import { readTexts, filled } from '../../platform/messages';
import { dayText, fullName, phoneText, scorePercent } from '../../../contract/constants/text';
import type { Experience } from '../../../contract/schemas/applications';
import { MARKET_CURRENCY } from '../../../contract/constants/limits';
import { wallTime } from '../../../contract/zone';
import { formatPrice } from '../../../contract/rules/money';
import type { Fact } from '../../platform/pdf';
import { formatDialNumber, isWork, rangeEnd } from '../workers';
import type { CvRecord } from './repository';

type Labels = Record<string, string>;

export interface ExportTexts {
  sheets: { applications: string; experiences: string; due: string };
  yes: string;
  no: string;
  columns: Labels;
  experienceColumns: Labels;
  dueColumns: Labels;
  status: Labels;
  gender: Labels;
  military: Labels;
  education: Labels;
  universityStatus: Labels;
  english: Labels;
  appointment: Labels;
  /** The name of an erased person. */
  erased: { firstName: string; lastName: string };
  cv: CvTexts;
}

export type CvTexts = Record<Exclude<keyof (typeof texts)['en']['cv'], 'workTime' | 'offered'>, string> & {
  workTime: Labels;
  /** Labels of what an applicant offers on the public page, such as `days.sunday`. */
  offered: Labels;
};

const read = readTexts<Record<Language, ExportTexts>>('exports.json');
export const exportTexts = (language: Language): ExportTexts => read()[language];

/** Returns the label of a stored value. Null stays null, and a value without a label stays unchanged. */
export const labelOf = (labels: Labels, value: string | number | null): string | null =>
  value === null ? null : (labels[String(value)] ?? String(value));

export interface CvContent {
  fullName: string;
  summary: string[];
  contact: Fact[];
  facts: Fact[];
  education: Fact[];
  languages: Fact[];
  experiences: { title: string; when: string }[];
  licences: string;
  certificates: string;
  about: string;
}

const pluralText = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [filled(count === 1 ? one : many, { count })];

/** Formats a duration in months as years and months; less than a month is an empty text. */
const durationText = (months: number, texts: CvTexts): string =>
  [
    ...pluralText(Math.floor(months / 12), texts.year, texts.years),
    ...pluralText(months % 12, texts.month, texts.months),
  ].join(' ');

/** Formats an experience in months; with `max` it is a range, which has no upper end for null. */
export const experienceDuration = (
  { key, max }: { key: number; max?: number | null | undefined },
  texts: CvTexts,
): string => {
  if (max === undefined) return durationText(key, texts);
  const [from, to] = [Math.floor(key / 12), Math.floor((max ?? 0) / 12)];
  if (max === null) return filled(texts.moreThanYears, { years: from });
  return from === 0 ? filled(texts.lessThanYears, { years: to }) : filled(texts.betweenYears, { from, to });
};

const experienceText = (experience: Experience, texts: CvTexts) => {
  const { companyName, position, duration, startDate, endDate } = experience;
  const end = endDate === null ? texts.present : dayText(endDate);
  const span = startDate === null ? '' : `${dayText(startDate)} – ${end}`;
  return {
    title: [position, companyName].filter(Boolean).join(', '),
    when: [span, experienceDuration(duration, texts)].filter(Boolean).join(' · '),
  };
};

const salaryText = ({ expectedSalary, countryCode }: CvRecord, language: Language): string | null => {
  if (expectedSalary === null) return null;
  if (countryCode !== 'TR') return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(expectedSalary);
  return formatPrice(expectedSalary, MARKET_CURRENCY, language);
};

const decimal = (value: number, language: Language, minimumFractionDigits = 0): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits, maximumFractionDigits: 1 }).format(value);

const totalOf = ({ experienceMonth, experiences }: CvRecord, texts: CvTexts): string | null => {
  if (experienceMonth === null) return null;
  return experienceDuration({ key: experienceMonth, max: rangeEnd(experiences) }, texts);
};

const factsOf = (...facts: [label: string, value: string | null][]): Fact[] =>
  facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');

export const cvContent = (cv: CvRecord, language: Language, timeZone: string): CvContent => {
  const texts = exportTexts(language);
  const words = texts.cv;
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(scorePercent(cv.matchScore) / 100);
  const times = cv.workTimePreferences.map((time) => labelOf(words.workTime, time)).join(', ');
  const offeredOf = (kind: string, chosen: readonly string[] = []): string =>
    chosen.map((one) => labelOf(words.offered, `${kind}.${one}`)).join(', ');
  const applied = wallTime(new Date(cv.createdAt), timeZone).slice(0, 10);
  return {
    fullName: fullName(cv),
    summary: [`${words.job}: ${cv.jobTitle}`, `${words.applied}: ${dayText(applied)}`, `${words.score}: ${percent}`],
    contact: factsOf(
      [words.phone, phoneText(formatDialNumber(cv.phone, cv.countryCode) ?? '')],
      [words.email, cv.email],
      [words.location, cv.locationName],
      [words.distance, cv.distanceKm === null ? null : `${decimal(cv.distanceKm, language, 1)} km`],
    ),
    facts: factsOf(
      [words.birthDate, cv.birthDate && dayText(cv.birthDate)],
      [words.gender, labelOf(texts.gender, cv.gender)],
      // Only men have a military status. See docs/PRODUCT.md#applicant-profile.
      [words.military, cv.gender === 'male' ? labelOf(texts.military, cv.military) : null],
      [words.experienceTotal, totalOf(cv, words)],
      [words.workTimes, times],
      [words.days, offeredOf('days', cv.source?.days)],
      [words.parts, offeredOf('parts', cv.source?.parts)],
      [words.start, offeredOf('start', cv.source?.start ? [cv.source.start] : [])],
      [words.preferences, cv.workCategoryPreferences.join(', ')],
      [words.salary, salaryText(cv, language)],
      [words.disabled, cv.disabledStatus],
      [words.rating, cv.ratingScore === null ? null : `${decimal(cv.ratingScore, language)}/5`],
    ),
    education: factsOf(
      [words.education, labelOf(texts.education, cv.education)],
      [texts.columns.university ?? '', cv.university],
      [texts.columns.universityDepartment ?? '', cv.universityDepartment],
      [texts.columns.universityStatus ?? '', labelOf(texts.universityStatus, cv.universityStatus)],
    ),
    languages: factsOf([words.english, labelOf(texts.english, cv.english)]),
    experiences: cv.experiences.filter(isWork).map((one) => experienceText(one, words)),
    licences: cv.drivingLicenses.join(', '),
    certificates: cv.certificates.join(', '),
    about: cv.about ?? '',
  };
};
