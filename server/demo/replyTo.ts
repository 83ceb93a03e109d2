import type { Personality } from './personality';
import { REPLY_TEXTS, type ReplyTexts } from './replyTexts';
import { languageOf, topicOf } from './topics';

/** The worker's data in an event. `expectedSalary` is in lira a month; any field may be missing. */
export interface SimulatedProfile {
  firstName?: string;
  experienceMonth?: number;
  locationName?: string | null;
  expectedSalary?: number | null;
  birthDate?: string | null;
}

const vary = (texts: readonly string[], variant: number): string => texts[variant % texts.length] ?? '';

const experienceText = (months: number, texts: ReplyTexts): string => {
  const years = Math.floor(months / 12);
  // One year is written as months, so that no text needs a singular.
  return years >= 2 ? texts.years.replace('{years}', String(years)) : texts.months.replace('{months}', String(months));
};

/** Formats thousands with a point in Turkish and Spanish and a comma in English; without cents. */
const salaryText = (amount: number, separator: string): string =>
  `${String(Math.round(amount)).replace(/\B(?=(\d{3})+$)/g, separator)} TL`;

/**
 * Returns the worker's answer to an employer's message, in the language of the message; it fits the question and the
 * worker's profile. Null when this worker never answers.
 */
export const replyTo = (question: string, worker: SimulatedProfile, personality: Personality): string | null => {
  if (personality.replies === 'silent') return null;
  const language = languageOf(question);
  const texts = REPLY_TEXTS[language];
  const topic = topicOf(question, language);
  const { variant, replies } = personality;
  if (replies === 'declines') return vary(texts.declines, variant);
  // A worker does not suggest another app in answer to a goodbye.
  if (replies === 'steersOutside' && topic !== 'thanks') return vary(texts.steersOutside, variant);
  const months = worker.experienceMonth ?? 0;
  const choices = topic === 'experience' ? (months > 1 ? texts.experienced : texts.inexperienced) : texts.topics[topic];
  const salary = worker.expectedSalary
    ? salaryText(worker.expectedSalary, language === 'en' ? ',' : '.')
    : texts.unknownSalary;
  return vary(choices, variant)
    .replace('{place}', () => worker.locationName?.split(',')[0]?.trim() || texts.unknownPlace)
    .replace('{salary}', () => salary)
    .replace('{experience}', () => experienceText(months, texts));
};
