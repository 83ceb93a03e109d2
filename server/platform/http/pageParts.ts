import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BASES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';

/** The table that scripts/pageParts.ts writes. */
type Table = { path: string; files: Record<Language, string[]> }[];

const KINDS: Record<string, string> = {
  '.css': 'style',
  '.js': 'script',
  // Browsers request fonts without credentials. A preload with credentials would be fetched twice.
  '.woff2': 'font; type="font/woff2"; crossorigin',
};

/** Low priority, because the page and its styles come first: these files alone paint nothing. */
const linkTo = (name: string): string =>
  `<${BASES.dashboard}/${name}>; rel=preload; as=${KINDS[path.extname(name)]}; fetchpriority=low`;

/**
 * Returns a function that gives the `Link` header of a page below /dashboard: it names the page's files, so that the
 * browser loads them together instead of one after the other. Undefined for an unknown page. RFC 8288; "preload" of
 * the HTML standard.
 */
export const readPageParts = (publicDir: string): ((pathname: string, language: Language) => string | undefined) => {
  const file = path.join(publicDir, 'parts.json');
  const table = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Table) : [];
  const pages = table.map(({ path: pattern, files }) => ({
    pattern: new RegExp(pattern),
    links: Object.fromEntries(
      Object.entries(files).map(([language, names]) => [language, names.map(linkTo).join(', ')]),
    ),
  }));
  return (pathname, language) => pages.find(({ pattern }) => pattern.test(pathname))?.links[language];
};
