import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { ERROR_KEYS } from '../../contract/constants/errorKeys';
import { ENGLISH_LEVELS, EDUCATION_STATUSES, GENDERS, MILITARY_STATUSES } from '../../contract/constants/options';
import { languageOf } from '../../src/lib/locales';
import { messagesOf, regionalMessages, REGIONS } from '../support/messages';
import { APPOINTMENT_STATUSES, JOB_STATUSES } from '../../contract/constants/statuses';

const english = messagesOf('en');
const OTHERS = ['tr', 'es'] as const;

const argumentsOf = (elements: MessageFormatElement[]): string[] => {
  const found = new Set<string>();
  const visit = (element: MessageFormatElement) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return;
    found.add(`${element.value}:${TYPE[element.type]}`);
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      Object.values(element.options).forEach((option) => option.value.forEach(visit));
    }
    if (element.type === TYPE.tag) element.children.forEach(visit);
  };
  elements.forEach(visit);
  return [...found].sort();
};

describe('messages', () => {
  it.each(OTHERS)('has the same keys in %s as in en', (locale) => {
    expect(Object.keys(messagesOf(locale)).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(['en', ...OTHERS] as const)('keeps the keys of %s sorted and the texts trimmed and non-empty', (locale) => {
    const messages = messagesOf(locale);
    expect(Object.keys(messages)).toEqual(Object.keys(messages).sort());
    Object.entries(messages).forEach(([id, text]) => expect([id, text]).toEqual([id, text.trim() || 'a text']));
  });

  it.each(OTHERS)('takes the same arguments in %s as in en', (locale) => {
    const messages = messagesOf(locale);
    const differing = Object.keys(english).filter(
      (id) => argumentsOf(parse(english[id]!)).join() !== argumentsOf(parse(messages[id]!)).join(),
    );
    expect(differing).toEqual([]);
  });

  it.each(REGIONS)('holds in %s only texts that differ from its language, with the same arguments', (locale) => {
    const [region, language] = [regionalMessages(locale), messagesOf(languageOf(locale))];
    expect(Object.keys(region)).toEqual(Object.keys(region).sort());
    expect(Object.keys(region).length).toBeGreaterThan(0);
    const wrong = Object.entries(region).filter(
      ([id, text]) =>
        text === language[id] || argumentsOf(parse(text)).join() !== argumentsOf(parse(language[id] ?? '')).join(),
    );
    expect(wrong).toEqual([]);
  });

  it('spells British English in each text whose American spelling differs', () => {
    const british = regionalMessages('en-GB');
    const american = Object.keys(english).filter((id) =>
      /organiz|recogniz|anonymiz|cancel(ed|ing)\b|licenses|\banymore\b/i.test(english[id]!),
    );
    expect(american.filter((id) => !(id in british))).toEqual([]);
  });

  it('has a text for every error key and for every status and option', () => {
    const ids = [
      ...Object.values(ERROR_KEYS).map((key) => `errors.keys.${key}`),
      ...JOB_STATUSES.map((status) => `jobs.status.${status}`),
      ...APPOINTMENT_STATUSES.map((status) => `appointments.status.${status}`),
      ...GENDERS.map((gender) => `options.gender.${gender}`),
      ...MILITARY_STATUSES.map((code) => `options.military.${code}`),
      ...ENGLISH_LEVELS.map((code) => `options.english.${code}`),
      ...EDUCATION_STATUSES.map((status) => `options.education.${status}`),
    ];
    expect(ids.filter((id) => !english[id])).toEqual([]);
  });

  it('says what happened instead of "Oops"', () => {
    expect(Object.values(english).filter((text) => /\boops\b/i.test(text))).toEqual([]);
  });
});
