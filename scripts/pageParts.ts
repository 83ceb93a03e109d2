import type { Compilation, Compiler } from 'webpack';
import { LANGUAGES } from '../contract/constants/options';
import { PAGES, type LoadScreen, type Page } from '../src/app/pages';
import { TEXT_FILES } from '../src/lib/intl';
import { patternOf } from '../src/lib/paths';

// Writes the files of each page into parts.json at build time. The server names them in the page's Link header, so
// that the browser fetches all of them at once instead of discovering one after the other.

/** Imports that every page of a signed-in user waits for, as src/app/compose.ts and routeObjects.tsx spell them. */
export const FRAME = ['./workplace', './shell/Shell', './preload'];
/** An import of every page of a signed-in user except the lists, as src/store/createStore.ts spells it. */
export const LATER_WORK = './laterWork';
const DAILY_WORK = [...FRAME, LATER_WORK];
const PART_IMPORTS = { signIn: [], lists: FRAME, dailyWork: DAILY_WORK, backOffice: [...DAILY_WORK, './backOffice'] };

/** What an applicant's tab shows, by the end of its path: an import, as src/screens/Applicant/Applicant.tsx spells it. */
const TABS = new Map([
  ['messages', '../../widgets/Conversation/Conversation'],
  ['appointment', './appointment/AppointmentTab'],
  ['feedback', './feedback/FeedbackTab'],
]);

/** Returns the module that a page imports, as src/app/pages.ts spells it. */
export const requestOf = (load: LoadScreen): string => {
  const request = /(?:import|require)\(\s*['"]([^'"]+)['"]/.exec(load.toString())?.[1];
  if (request === undefined) throw new Error(`scripts/pageParts.ts: found no import in ${load.toString()}`);
  return request;
};

export const screensOf = ({ frame, screen }: Pick<Page, 'frame' | 'screen'>): string[] =>
  [frame, screen].filter((load) => load !== undefined).map(requestOf);

const textsOf = ({ part, texts }: Page) => {
  if (part === 'signIn') return TEXT_FILES.first;
  if (part === 'lists') return TEXT_FILES.lists;
  return TEXT_FILES[part === 'backOffice' ? 'whole' : (texts ?? 'daily')];
};

/** The font file with the letters of the interface. It arrives before the text, so that no line wraps again. */
const TYPEFACE = /^assets\/inter-latin-wght-normal-interface\.\w+\.woff2$/;

/** The chunk of the worker that reads spreadsheets. Its Content-Security-Policy forbids loading other files. */
export const WORKER = 'sheet';

/** Throws when the worker would load another file, which the browser refuses. */
const requireWholeWorker = ({ namedChunks }: Compilation): void => {
  for (const { chunks } of namedChunks.get(WORKER)?.groupsIterable ?? [])
    if (chunks.length > 1)
      throw new Error(`scripts/pageParts.ts: the worker needs ${chunks.map(({ name }) => name).join(', ')}`);
};

const NAME = 'PageParts';
const FILE = 'parts.json';

/** Imports of the frame that no page waits for, but that it needs without a network. */
const OFFLINE = [
  '../lib/keptAnswers/store',
  '../../i18n/en-GB.json',
  '../../i18n/es-MX.json',
  // Signing out without a network ends the notifications.
  '../lib/webPush',
  './FailedPart',
];

/** Later parts of the daily pages that can do nothing without a network. */
const ONLINE = [
  './BulkStrip',
  './CalendarFeedDialog',
  './CvMailDialog',
  './ExcelMailDialog',
  './GoogleMap',
  './JobPreview',
  './LeafletMap',
  './WorkbookDialog',
  '../../ui/AvatarEditor/CropModal',
];
const OFFLINE_FILE = 'offline.json';

type ChunkGroup = Compilation['chunkGroups'][number];

const requestsOf = ({ origins }: ChunkGroup): string[] => origins.flatMap(({ request }) => request ?? []);

/** Returns the files of each later chunk by the request that loads it. */
const filesByImport = (compilation: Compilation): Map<string, string[]> => {
  const files = new Map<string, string[]>();
  for (const group of compilation.chunkGroups) {
    const own = group.getFiles().filter((file) => /\.(js|css)$/.test(file));
    for (const request of requestsOf(group)) files.set(request, own);
  }
  return files;
};

/** Returns the imports that the daily pages and their parts make after they are shown, without those of `ONLINE`. */
const laterImports = ({ chunkGroups }: Compilation): string[] => {
  const daily = PAGES.filter(({ part = 'dailyWork' }) => ['lists', 'dailyWork'].includes(part));
  const pages = [...DAILY_WORK, ...daily.flatMap(screensOf)];
  const found = new Set<string>();
  const collect = (group: ChunkGroup): void => {
    for (const later of group.getChildren()) {
      const requests = requestsOf(later);
      if (requests.some((request) => found.has(request) || ONLINE.includes(request))) continue;
      requests.forEach((request) => found.add(request));
      collect(later);
    }
  };
  chunkGroups.filter((group) => requestsOf(group).some((request) => pages.includes(request))).forEach(collect);
  return [...found];
};

/** Returns a function that names the files of an import, without those that every page has. */
const filesOfIn = (compilation: Compilation) => {
  const byImport = filesByImport(compilation);
  const entries = compilation.entrypoints.get('main')!.getFiles();
  return (request: string): string[] => {
    const found = byImport.get(request);
    if (!found) throw new Error(`scripts/pageParts.ts: nothing imports ${request}`);
    return found.filter((file) => !entries.includes(file));
  };
};

const tableOf = (compilation: Compilation) => {
  const entries = compilation.entrypoints.get('main')!.getFiles();
  // The browser requests six files at a time in this order. The largest come first, because everything waits for them.
  const program = entries.filter((file) => file.endsWith('.js'));
  const typeface = Object.keys(compilation.assets).filter((name) => TYPEFACE.test(name));
  if (typeface.length !== 1)
    throw new Error(`scripts/pageParts.ts: expected one typeface file, found ${typeface.length}`);
  const filesOf = filesOfIn(compilation);
  const filesIn = (page: Page, language: string): string[] => {
    const texts = textsOf(page).map((name) => `../../i18n/${language}.json?${name}`);
    const tab = TABS.get(page.path.split('/').at(-1)!);
    const shown = [...screensOf(page), ...(tab === undefined ? [] : [tab])];
    const requests = [...PART_IMPORTS[page.part ?? 'dailyWork'], ...shown, ...texts];
    return [...new Set([...program, ...requests.flatMap(filesOf), ...typeface])];
  };
  return PAGES.filter((page) => screensOf(page).length > 0).map((page) => ({
    path: patternOf(page.path),
    files: Object.fromEntries(LANGUAGES.map((language) => [language, filesIn(page, language)])),
  }));
};

/**
 * Writes parts.json: `[{path, files: {[language]: string[]}}]`. `path` is a regular expression; files and paths are
 * below /dashboard/. Writes the files that only the service worker keeps into offline.json.
 */
export class PagePartsPlugin {
  apply(compiler: Compiler): void {
    const { Compilation: constants, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      if (compilation.compiler.isChild()) return;
      // Runs after the file names have received their hashes.
      const stage = constants.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        requireWholeWorker(compilation);
        compilation.emitAsset(FILE, new sources.RawSource(JSON.stringify(tableOf(compilation))));
        const parts = [...OFFLINE, ...laterImports(compilation)];
        const offline = [...new Set(parts.flatMap(filesOfIn(compilation)))];
        compilation.emitAsset(OFFLINE_FILE, new sources.RawSource(JSON.stringify(offline)));
      });
    });
  }
}
