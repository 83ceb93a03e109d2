import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BASES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';

/** As scripts/pageParts.ts writes it. */
type Table = { path: string; files: Record<Language, string[]> }[];

/** All of it gives way to the page's own style sheet: nothing is painted without that one, and nothing by these alone. */
const kindOf = (name: string): string => `${name.endsWith('.css') ? 'style' : 'script'}; fetchpriority=low`;

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
      Object.entries(files).map(([language, names]) => [
        language,
        names.map((name) => `<${BASES.dashboard}/${name}>; rel=preload; as=${kindOf(name)}`).join(', '),
      ]),
    ),
  }));
  return (pathname, language) => pages.find(({ pattern }) => pattern.test(pathname))?.links[language];
};
