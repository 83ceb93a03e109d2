import type { Language } from '../../contract/constants/options';
import { fold } from '../../contract/constants/text';
import { readTexts } from '../platform/messages';
import type demo from '../texts/demo.json';
import type { Personality } from './newcomer';

/**
 * What simulated workers write; the profile fills in {place}, {salary} and {experience}. `words` are prefixes of folded
 * words by topic; a phrase of several words must match exactly. `hints` are common words that identify a language when
 * no topic word does.
 */
const read = readTexts<typeof demo>('demo.json');

/** Topics of an employer's message, the most specific first; the first match is answered. */
const TOPICS = [
  'salary',
  'documents',
  'interview',
  'distance',
  'experience',
  'availability',
  'hours',
  'thanks',
  'greeting',
] as const;
type Topic = (typeof TOPICS)[number] | 'other';

const matches = (text: string, word: string): boolean =>
  word.length <= 3 ? new RegExp(`(^|[^a-z])${word}([^a-z]|$)`).test(text) : new RegExp(`(^|[^a-z])${word}`).test(text);

/** Returns the language of a message by its common words and topic words; Turkish when neither decides. */
export const languageOf = (message: string): Language => {
  const text = fold(message);
  const words = text.split(/[^a-z]+/);
  const points = (language: Language): number => {
    const known = read()[language];
    const hints = known.hints.filter((hint) => words.includes(hint)).length;
    const topical = TOPICS.flatMap((topic) => known.words[topic]).filter((word) => matches(text, word)).length;
    // Letters that only one of the three languages uses.
    const letters = { tr: /[ğşıİç]/.test(message), en: false, es: /[¿¡ñáéíóú]/.test(message) }[language];
    return hints + 1.5 * topical + (letters ? 2 : 0);
  };
  const ranked = (['tr', 'en', 'es'] as const).map((language) => ({ language, value: points(language) }));
  return ranked.reduce((best, one) => (one.value > best.value ? one : best)).language;
};

/** Goodbyes that contain a word of another topic ("görüşmek üzere" is no interview). */
const FAREWELLS = /gorusmek uzere|gorusuruz|nice to meet you/g;

/** Returns the topic of a message in its language. A question takes precedence over a greeting. */
export const topicOf = (message: string, language: Language): Topic => {
  const text = `${fold(message).replace(FAREWELLS, (words) => (words.startsWith('nice') ? 'hello' : 'tesekkur'))} `;
  return TOPICS.find((topic) => read()[language].words[topic].some((word) => matches(text, word))) ?? 'other';
};

/** The worker's data in an event. `expectedSalary` is in lira a month; any field may be missing. */
export interface SimulatedProfile {
  firstName?: string;
  experienceMonth?: number;
  locationName?: string | null;
  expectedSalary?: number | null;
  birthDate?: string | null;
}

const vary = (texts: readonly string[], variant: number): string => texts[variant % texts.length] ?? '';

const experienceText = (months: number, texts: typeof demo.tr): string => {
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
  const texts = read()[language];
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
