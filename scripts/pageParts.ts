import type { Compilation, Compiler } from 'webpack';
import { LANGUAGES } from '../contract/constants/options';
import { TEXT_FILES, type TextPart } from '../src/lib/intl';

// Which parts of the program the first page shows with, by its address: the build writes their files into parts.json, and
// the server names them with the page, so that they are on their way before any of them asks for the next.

interface Page {
  /** Below /dashboard, as a regular expression. */
  path: string;
  /** What the source imports, as it writes it. */
  imports: string[];
  /** Which texts it waits for; those of the daily work else. */
  texts?: TextPart;
}

/** What comes before any page of a signed-in user, as src/app/compose.ts and src/app/routeObjects.tsx ask for it. */
export const FRAME = ['./workplace', './shell/Shell', './preload'];
const screen = (name: string) => `../screens/${name}/${name}Page`;
/** The pages that one goes to and fro between: their styles come with those of the frame. */
export const LISTS = ['Jobs', 'Applications', 'Inbox'].map(screen);

export const PAGES: readonly Page[] = [
  { path: '^/login$', imports: [screen('Login')], texts: 'first' },
  { path: '^/jobs(/\\d+)?$', imports: [...FRAME, screen('Jobs')] },
  { path: '^/applications$', imports: [...FRAME, screen('Applications')] },
  { path: '^/jobs/detail/\\d+$', imports: [...FRAME, screen('JobDetail')] },
  { path: '^/jobs/detail/\\d+/\\d+', imports: [...FRAME, screen('JobDetail'), screen('Applicant')], texts: 'whole' },
  { path: '^/inbox(/|$)', imports: [...FRAME, screen('Inbox')] },
  { path: '^/packages$', imports: [...FRAME, './backOffice', screen('Packages')], texts: 'whole' },
];

/** The typeface with the letters of the interface: before there is text, so that no line breaks anew for it. */
const TYPEFACE = /^assets\/inter-latin-wght-normal-interface\.\w+\.woff2$/;

const NAME = 'PageParts';
const FILE = 'parts.json';

/** Files of each part that comes later, by what asks for it. */
const filesByImport = (compilation: Compilation): Map<string, string[]> => {
  const files = new Map<string, string[]>();
  for (const group of compilation.chunkGroups) {
    const own = group.getFiles().filter((file) => /\.(js|css)$/.test(file));
    for (const { request } of group.origins) if (request) files.set(request, own);
  }
  return files;
};

/** Writes parts.json: `[{path, files: {[language]: string[]}}]`, the files below /dashboard/. */
export class PagePartsPlugin {
  apply(compiler: Compiler): void {
    const { Compilation: constants, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      if (compilation.compiler.isChild()) return;
      // After the names have got the hashes of their contents.
      const stage = constants.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const byImport = filesByImport(compilation);
        const entries = compilation.entrypoints.get('main')!.getFiles();
        // The browser asks in this order, six at a time: the largest first, or everything waits for it.
        const program = entries.filter((file) => file.endsWith('.js'));
        const first = new Set(entries);
        const typeface = Object.keys(compilation.assets).filter((name) => TYPEFACE.test(name));
        if (typeface.length !== 1) throw new Error(`scripts/pageParts.ts: ${typeface.length} files are the typeface`);
        const filesOf = (request: string): string[] => {
          const found = byImport.get(request);
          // A screen that was renamed would be missed by nobody.
          if (!found) throw new Error(`scripts/pageParts.ts: nothing imports ${request}`);
          return found.filter((file) => !first.has(file));
        };
        const table = PAGES.map(({ path, imports, texts = 'daily' }) => ({
          path,
          files: Object.fromEntries(
            LANGUAGES.map((language) => {
              const parts = TEXT_FILES[texts].map((part) => `../../i18n/${language}.json?${part}`);
              return [language, [...new Set([...program, ...[...imports, ...parts].flatMap(filesOf), ...typeface])]];
            }),
          ),
        }));
        compilation.emitAsset(FILE, new sources.RawSource(JSON.stringify(table)));
      });
    });
  }
}
