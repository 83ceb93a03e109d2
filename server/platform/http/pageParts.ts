import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BASES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';

/** As scripts/pageParts.ts writes it. */
type Table = { path: string; files: Record<Language, string[]> }[];

const KINDS: Record<string, string> = {
  '.css': 'style',
  '.js': 'script',
  // Fonts are asked for without credentials, and so is this one, or it is fetched twice.
  '.woff2': 'font; type="font/woff2"; crossorigin',
};

/** All of it gives way to the page itself, with its styles: nothing is painted by these alone. */
const linkTo = (name: string): string =>
  `<${BASES.dashboard}/${name}>; rel=preload; as=${KINDS[path.extname(name)]}; fetchpriority=low`;

/**
 * Answers the `Link` header that names the files with which a page shows, for its path below /dashboard: they come together
 * instead of one asking for the next. Undefined for a page of which nothing is known. RFC 8288; "preload" of the HTML standard.
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
