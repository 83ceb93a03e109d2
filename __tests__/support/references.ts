import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDERS = [
  'src',
  'server',
  'contract',
  'scripts',
  'bench',
  '__tests__',
  'e2e',
  'docs',
  'i18n',
  'types',
  'public',
];
const TEXT = /\.(tsx?|mjs|cjs|js|mts|md|json|sql|css|html)$/;

/** Every text file of the repository that people write, as a path from its root. */
export const textFiles = (): string[] => {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.posix.join(folder, name)),
  );
  const root = readdirSync('.').filter((name) => name !== 'package-lock.json');
  return [...root, ...below].filter((file) => TEXT.test(file) && !file.includes('node_modules/')).sort();
};

const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** The anchors of a page: GitHub's slugs of its headings, and explicit ones. Of two equal headings the second gets `-1`. */
export const anchorsOf = (markdown: string): Set<string> => {
  const text = markdown.replace(/^```[^]*?^```/gm, '');
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id));
  for (const [, heading = ''] of text.matchAll(/^#{1,6} +(.+)$/gm)) {
    const slug = slugOf(heading);
    const twins = [...anchors].filter((one) => one === slug || new RegExp(`^${slug}-\\d+$`).test(one)).length;
    anchors.add(twins === 0 ? slug : `${slug}-${twins}`);
  }
  return anchors;
};

const anchorsByPage = new Map<string, Set<string>>();
const pageAnchors = (page: string): Set<string> => {
  const known = anchorsByPage.get(page) ?? anchorsOf(readFileSync(page, 'utf8'));
  anchorsByPage.set(page, known);
  return known;
};

const problemOf = (page: string, anchor: string | undefined): string | null => {
  if (!existsSync(page)) return `there is no ${page}`;
  if (!anchor || !page.endsWith('.md')) return null;
  return pageAnchors(page).has(anchor) ? null : `${page} has no #${anchor}`;
};

const LINK = /\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]*))?\)/g;
const MENTION = /\bdocs\/([\w./-]*\w\.md)(?:#([\w-]+))?/g;
const QUOTED_HEADING = /\bdocs\/([\w./-]*\w\.md), "([^"]+)"/g;
const DECISION = /\bdecisions?[ /](\d{4})\b/g;

/** What a file's text points to and is not there: links of markdown, and pages, anchors, quoted headings and decisions named anywhere. */
export const brokenReferences = (file: string, text: string): string[] => {
  const links = file.endsWith('.md') ? [...text.matchAll(LINK)] : [];
  const decisions = readdirSync('docs/decisions');
  const problems = [
    ...links.map(([, to = '', anchor]) =>
      problemOf(to === '' ? file : path.posix.join(path.posix.dirname(file), to), anchor),
    ),
    ...[...text.matchAll(MENTION)].map(([, page = '', anchor]) => problemOf(`docs/${page}`, anchor)),
    ...[...text.matchAll(QUOTED_HEADING)].map(([, page = '', heading = '']) =>
      problemOf(`docs/${page}`, slugOf(heading)),
    ),
    ...[...text.matchAll(DECISION)].map(([, number = '']) =>
      decisions.some((name) => name.startsWith(number)) ? null : `there is no decision ${number}`,
    ),
  ];
  return problems.filter((problem) => problem !== null).map((problem) => `${file}: ${problem}`);
};

/** Blanks between two words, also over the line break of a comment. */
const GAP = String.raw`[\s*/,]+`;
const OLD_FORMS = new RegExp(
  [
    `\\bspec(?:ification)?${GAP}[12]\\b`,
    `\\b(?:the|our)${GAP}spec(?:ification)?\\b`,
    `\\bAPI${GAP}contract${GAP}sections?\\b`,
    `\\bSTYLE(?:\\.md)?${GAP}(?:point )?\\d`,
    `\\bissue${GAP}\\d`,
    String.raw`\b(?:DESIGN|BEYOND|STACK|STYLE)\.md\b`,
    String.raw`\.\./shared\b(?!/)`,
  ].join('|'),
  'gi',
);

/** References to texts that are not in the repository, each with its line. */
export const outsideReferences = (file: string, text: string): string[] =>
  [...text.matchAll(OLD_FORMS)].map(({ 0: found, index }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${file}:${line}: ${found.replace(/\s+/g, ' ')}`;
  });
