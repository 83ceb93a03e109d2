import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import ts from 'typescript';
import { ERROR_KEYS } from '../../contract/constants/errorKeys';
import { ENGLISH_LEVELS, EDUCATION_STATUSES, GENDERS, MILITARY_STATUSES } from '../../contract/constants/options';
import { APPOINTMENT_STATUSES, JOB_STATUSES } from '../../contract/constants/statuses';

const root = process.cwd();
const messagesOf = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, 'i18n', `${locale}.json`), 'utf8'));

const english = messagesOf('en');
const OTHERS = ['tr', 'es'];

/** The arguments of a message with their types, in order of name. */
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

const sourceFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => `${folder}/${name}`);

/** Attributes whose text is read by people. */
const READ_BY_PEOPLE = /^(aria-label|aria-description|aria-valuetext|alt|title|placeholder|label|text|hint|action)$/;
const LETTER = /\p{L}/u;

/** Texts that stand in the JSX of a file instead of in i18n. */
const textsIn = (file: string): string[] => {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node) && LETTER.test(node.text)) found.push(node.text.trim());
    if (
      ts.isJsxAttribute(node) &&
      READ_BY_PEOPLE.test(node.name.getText()) &&
      node.initializer &&
      ts.isStringLiteral(node.initializer) &&
      LETTER.test(node.initializer.text)
    ) {
      found.push(`${node.name.getText()}="${node.initializer.text}"`);
    }
    if (
      ts.isJsxExpression(node) &&
      node.expression &&
      ts.isStringLiteral(node.expression) &&
      !ts.isJsxAttribute(node.parent) &&
      LETTER.test(node.expression.text)
    ) {
      found.push(node.expression.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

describe('messages', () => {
  it.each(OTHERS)('has the same keys in %s as in en', (locale) => {
    expect(Object.keys(messagesOf(locale)).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(['en', ...OTHERS])('keeps the keys of %s sorted and the texts trimmed and filled', (locale) => {
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

describe('code', () => {
  it.each(sourceFiles('src'))('%s holds no text of its own', (file) => {
    expect(textsIn(file)).toEqual([]);
  });
});
