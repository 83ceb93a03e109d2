import type { Language } from '../../../contract/constants/options';
import type texts from '../../texts/exports.json';
import { readTexts } from '../../platform/messages';

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
