import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type * as textParts from '../../scripts/textParts';
import { screensOf } from '../../scripts/pageParts';
import en from '../../i18n/en.json';
import es from '../../i18n/es.json';
import tr from '../../i18n/tr.json';
import { PAGES } from '../../src/app/pages';

type Module = typeof textParts;
let pick: Module['pick'];
let compileTexts: Module['compileTexts'];
let parts: Awaited<ReturnType<Module['readTextParts']>>;
let files: Awaited<ReturnType<Module['readPartModules']>>;

beforeAll(async () => {
  // esbuild refuses to run when jsdom's Uint8Array differs from that of Node's TextEncoder.
  Object.assign(globalThis, { Uint8Array: new TextEncoder().encode('').constructor });
  const { readTextParts, readPartModules, ...rest } = await import('../../scripts/textParts');
  ({ pick, compileTexts } = rest);
  const reading = readPartModules(process.cwd());
  [parts, files] = await Promise.all([readTextParts(process.cwd(), reading), reading]);
});

/**
 * Returns the message ids that a file names as literals. Uses TypeScript's parser, not the regular expression of the
 * build.
 */
const idsIn = (file: string): string[] => {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && node.text in en) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false, kind));
  return found;
};

test('the first part has the texts of the sign-in page and no texts of the other pages', () => {
  const first = Object.keys(pick(en, parts.first));
  expect(first).toEqual(expect.arrayContaining(['login.submit', 'errors.keys.exception.user.invalid', 'ui.retry']));
  expect(first).not.toContain('jobs.title');
  expect(first.length).toBeLessThan(Object.keys(en).length / 3);
});

test.each([
  ['en', en],
  ['tr', tr],
  ['es', es],
])('the first part lacks only errors of every call that read like their kind: %s', (_language, given) => {
  const texts: Record<string, string> = given;
  const all = Object.keys(texts).filter((id) => id.startsWith('errors.keys.error.'));
  const missing = all.filter((id) => !parts.first(id));
  const kinds = Object.keys(texts).filter((id) => id.startsWith('errors.kinds.'));
  expect(missing.length).toBeGreaterThan(0);
  expect(missing.filter((id) => !kinds.some((kind) => texts[kind] === texts[id]))).toEqual([]);
});

test('the daily part has every text of the first part, but no texts of accounts and purchases', () => {
  const daily = Object.keys(pick(en, parts.daily));
  expect(Object.keys(pick(en, parts.first)).filter((id) => !daily.includes(id))).toEqual([]);
  expect(daily).toEqual(expect.arrayContaining(['jobs.title', 'shell.notices.title', 'session.expired.title']));
  expect(daily).not.toContain('basket.title');
  expect(daily.length).toBeLessThan(Object.keys(en).length / 2);
});

test('the part of the lists has every text of the first part, but none of dialogs that load with the daily work', () => {
  const lists = Object.keys(pick(en, parts.lists));
  expect(Object.keys(pick(en, parts.first)).filter((id) => !lists.includes(id))).toEqual([]);
  expect(Object.keys(pick(en, parts.daily))).toEqual(expect.arrayContaining(lists));
  expect(lists).toEqual(expect.arrayContaining(['jobs.title', 'shell.nav.applications', 'applications.tabs.all']));
  expect(lists).not.toContain('session.expired.title');
  expect(lists).not.toContain('errors.keys.image.invalid');
  expect(files.lists).not.toContain('src/widgets/ApplicationList/FilterModal.tsx');
  expect(files.daily).toContain('src/widgets/ApplicationList/FilterModal.tsx');
});

test.each(['first', 'lists', 'daily'] as const)(
  'every text that a module of the %s part names is in that part',
  (part) => {
    const named = files[part].flatMap(idsIn);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((id) => !parts[part](id))).toEqual([]);
  },
);

/** Modules that show no text until every text has loaded. */
const WAIT_FOR_EVERY_TEXT = [
  'src/app/support/ReplayPage.tsx',
  'src/app/support/TraceDialog.tsx',
  'src/store/backOffice.ts',
  // Only pages of the back office ask for the password again.
  'src/widgets/Reauthentication/PasswordDialog.tsx',
];
const SHOW_NO_TEXT = [
  'src/lib/eventStream.ts',
  'src/lib/keptAnswers/store.ts',
  'src/lib/keptProgram.ts',
  'src/lib/webPush.ts',
  'src/lib/solveChallenge.ts',
  'src/lib/upload.ts',
];

test('a module that loads later has its texts in the daily part, or waits for every text', () => {
  const screens = new Set(PAGES.flatMap(screensOf));
  const later = files.daily.flatMap((file) =>
    files.modules[file]!.imports.filter(
      ({ kind, external, original }) => kind === 'dynamic-import' && !external && !screens.has(original!),
    ),
  );
  expect(later.length).toBeGreaterThan(10);
  const unknown = later
    .map(({ path }) => path)
    .filter((path) => !files.daily.includes(path) && ![...WAIT_FOR_EVERY_TEXT, ...SHOW_NO_TEXT].includes(path));
  expect(unknown).toEqual([]);
});

test('the first view has the titles that the pages declare, and what a kept view says', () => {
  expect(Object.keys(pick(en, parts.view)).sort()).toEqual([
    'applications.title',
    'jobs.title',
    'packages.text',
    'packages.title',
    'statement.title',
    'today.title',
    'ui.lastUpdated',
  ]);
});

test('texts with placeholders become syntax elements, all others stay strings', () => {
  const counted = '{count, plural, other {#}}';
  expect(compileTexts({ plain: 'Giriş yap', filled: 'Merhaba {name}', quoted: "It''s", counted })).toEqual({
    plain: 'Giriş yap',
    filled: [
      { type: 0, value: 'Merhaba ' },
      { type: 1, value: 'name' },
    ],
    quoted: [{ type: 0, value: "It's" }],
    counted: [{ type: 6, value: 'count', options: { other: { value: [{ type: 7 }] } } }],
  });
});
