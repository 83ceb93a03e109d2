import { readFileSync } from 'node:fs';
import type { Language } from '../../../contract/constants/options';
import { fromRoot } from '../../platform/root';

type Labels = Record<string, string>;

export interface ExportTexts {
  sheets: { applications: string; experiences: string };
  yes: string;
  no: string;
  columns: Labels;
  experienceColumns: Labels;
  status: Labels;
  gender: Labels;
  military: Labels;
  education: Labels;
  universityStatus: Labels;
  english: Labels;
  appointment: Labels;
  cv: CvTexts;
}

type CvText =
  | 'title'
  | 'contact'
  | 'facts'
  | 'about'
  | 'experiences'
  | 'education'
  | 'languages'
  | 'licences'
  | 'certificates'
  | 'email'
  | 'phone'
  | 'location'
  | 'distance'
  | 'birthDate'
  | 'gender'
  | 'military'
  | 'workTimes'
  | 'salary'
  | 'preferences'
  | 'disabled'
  | 'rating'
  | 'score'
  | 'job'
  | 'applied'
  | 'experienceTotal'
  | 'english'
  | 'present'
  | 'noExperience'
  | 'year'
  | 'years'
  | 'month'
  | 'months'
  | 'page';
export type CvTexts = Record<CvText, string> & { workTime: Labels };

let read: Record<Language, ExportTexts> | null = null;

export const exportTexts = (language: Language): ExportTexts =>
  (read ??= JSON.parse(readFileSync(fromRoot('server/texts/exports.json'), 'utf8')) as Record<Language, ExportTexts>)[
    language
  ];

/** Returns the label of a stored value. Null stays null, and a value without a label stays unchanged. */
export const labelOf = (labels: Labels, value: string | number | null): string | null =>
  value === null ? null : (labels[String(value)] ?? String(value));
