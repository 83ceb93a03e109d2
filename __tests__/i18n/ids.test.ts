import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { ERROR_KEYS } from '../../contract/constants/errorKeys';
import { PAYMENT_ERROR_KEYS } from '../../contract/constants/payment';
import en from '../../i18n/en.json';
import { DECISION_UNCONFIRMED } from '../../src/domains/applications';

const ids = Object.keys(en);
const errorKeys = new Set<string>([...Object.values(ERROR_KEYS), ...PAYMENT_ERROR_KEYS, DECISION_UNCONFIRMED]);
/** Strings that look like message ids: actions of the history and fields of the job form. */
const OTHER = /^(appointment\.(attendance|feedback_removed|reset|status)|languages\.…\.\w+)$/;
const roots = new Set(ids.filter((id) => id.includes('.')).map((id) => id.split('.')[0]!));

/** The string literals of the program, and patterns for the ids that it composes. */
const named = { literals: new Set<string>(), patterns: new Set<string>() };

const visit = (node: ts.Node): void => {
  if (ts.isStringLiteralLike(node)) named.literals.add(node.text);
  // The head of a template such as `errors.kinds.${kind}` names the family of the id.
  if (ts.isTemplateExpression(node) && roots.has(node.head.text.split('.')[0]!) && node.head.text.includes('.')) {
    const text = [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('…');
    if (!OTHER.test(text)) named.patterns.add(`^${text.replaceAll('.', '\\.').replaceAll('…', '[\\w.]+')}$`);
  }
  ts.forEachChild(node, visit);
};

for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))) {
  const code = readFileSync(`src/${name}`, 'utf8');
  // The TSX parser would read `<R>(…)` of a plain file as an element.
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(name, code, ts.ScriptTarget.Latest, false, kind));
}

// What a device shows of the installed program.
for (const [, id] of readFileSync('public/manifest.webmanifest', 'utf8').matchAll(/\{([\w.]+)\}/g))
  named.literals.add(id!);

const patterns = [...named.patterns].map((pattern) => new RegExp(pattern));
const isNamed = (id: string) => named.literals.has(id) || patterns.some((pattern) => pattern.test(id));

describe('message ids', () => {
  it('are all in use', () => {
    expect(ids.filter((id) => !isNamed(id))).toEqual([]);
  });

  it('match the error keys of the contract', () => {
    const keys = ids.filter((id) => id.startsWith('errors.keys.')).map((id) => id.slice('errors.keys.'.length));
    expect(keys.sort()).toEqual([...errorKeys].sort());
  });

  it('have a text wherever the code names them', () => {
    const wanted = [...named.literals].filter(
      (text) => /^[a-z]\w*(\.\w+)+$/.test(text) && roots.has(text.split('.')[0]!),
    );
    expect(wanted.length).toBeGreaterThan(500);
    expect(wanted.filter((id) => !(id in en) && !errorKeys.has(id) && !OTHER.test(id))).toEqual([]);
  });

  it('have a text for each pattern that the code composes', () => {
    expect(patterns.length).toBeGreaterThan(30);
    expect(patterns.map(String).filter((_, at) => !ids.some((id) => patterns[at]!.test(id)))).toEqual([]);
  });
});
