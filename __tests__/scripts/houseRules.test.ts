import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(os.tmpdir(), 'house-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

const RULES = {
  'house/effect-returns-nothing': 'error',
  'house/name-keeps-language': 'error',
  'house/server-clock': 'error',
  'house/shared-time-limit': 'error',
  'house/text-stands-alone': 'error',
};

/** Returns the lines of a module on which the lint rules of this project report something, from 1. */
const reportedLines = (lines: readonly string[]): number[] => {
  const [config, file] = [path.join(folder, 'config.json'), path.join(folder, 'module.tsx')];
  const jsPlugins = [path.resolve('scripts/support/houseRules.mjs')];
  writeFileSync(config, JSON.stringify({ plugins: [], jsPlugins, categories: { correctness: 'off' }, rules: RULES }));
  writeFileSync(file, lines.join('\n'));
  const args = ['node_modules/oxlint/bin/oxlint', '-c', config, '-f', 'json', file];
  let report: string;
  try {
    report = execFileSync(process.execPath, args, { encoding: 'utf8' });
  } catch (error) {
    report = (error as { stdout: string }).stdout;
  }
  const { diagnostics } = JSON.parse(report) as { diagnostics: { labels: { span: { line: number } }[] }[] };
  return [...new Set(diagnostics.map(({ labels }) => labels[0]!.span.line))].sort((one, other) => one - other);
};

const numbered = (wrong: readonly string[], right: readonly string[]) => ({
  lines: [...wrong, ...right].map((code, at) => `export const c${at} = ${code};`),
  wrong: wrong.map((_, at) => at + 1),
});

test('an effect that returns what it calls is reported, and scrolling that is passed on', () => {
  const { lines, wrong } = numbered(
    [
      'useEffect(() => open(), [])',
      'useLayoutEffect(() => box.focus())',
      'useEffect(open, [open])',
      'useEffect(async () => { await open(); }, [])',
      'useCallback(() => box.current?.scrollIntoView(), [])',
      'function () { return window.scrollTo(0, 0); }',
      '(element) => element.scrollBy(0, 1)',
    ],
    [
      'useEffect(() => { open(); }, [])',
      'useEffect(() => void open(), [])',
      'useEffect(() => () => close(), [])',
      'useCallback(() => { box.scrollIntoView(); }, [])',
    ],
  );
  expect(reportedLines(lines)).toEqual(wrong);
});

test('a text with siblings and without an element is reported', () => {
  const { lines, wrong } = numbered(
    [
      '<p>{isBusy && <i />}{t("save")}</p>',
      '<button>{icon}{children}</button>',
      '<p>{isBusy && t("busy")}<b>now</b></p>',
      '<p>{isBusy ? t("busy") : <i />}<b>now</b></p>',
      '<p>words <Badge /></p>',
      '<>{`${count}`}{isBusy && <i />}</>',
      '<p>{row.title} <small /></p>',
      '<p><i />{isDone && <>{" · "}<b /></>}</p>',
      '<td><FormattedNumber value={2} /></td>',
    ],
    [
      '<p>{isBusy && <i />}<span>{t("save")}</span></p>',
      '<p>{isBusy ? t("busy") : t("save")}</p>',
      '<p><T id="save" />{" "}<Badge /></p>',
      '<div>{children}{isBusy && <i />}</div>',
      '<ul>{rows.map(render)}<li /></ul>',
      '<p>{/* why */}{t("save")}</p>',
      '<FormattedMessage id="save" tagName="span" />',
    ],
  );
  expect(reportedLines(lines)).toEqual(wrong);
});

test('a name that a browser may translate is reported', () => {
  const { lines, wrong } = numbered(
    ['<p>{companyName}</p>', '<strong>{user.email}</strong>', '<h2>{fullName(user)}</h2>', '<p>{user?.address}</p>'],
    [
      '<Name>{companyName}</Name>',
      '<code translate="no">{phone}</code>',
      '<p>{job.title}</p>',
      '<T values={{ email }} />',
    ],
  );
  expect(reportedLines(lines)).toEqual(wrong);
});

test('the device’s clock is reported', () => {
  const { lines, wrong } = numbered(
    ['Date.now()', 'useState(Date.now)', 'new Date()'],
    ['serverNow()', 'new Date(serverNow())', 'Date.parse(at)'],
  );
  expect(reportedLines(lines)).toEqual(wrong);
});

test('a time limit of one file of tests is reported', () => {
  const { lines, wrong } = numbered(
    ['jest.setTimeout(30_000)', "it('works', run, 5000)", 'beforeAll(run, 5000)'],
    ["it('works', run)", 'http.setTimeout(300)'],
  );
  expect(reportedLines(lines)).toEqual(wrong);
});
