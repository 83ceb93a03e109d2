import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { build, type Metafile } from 'esbuild';
import { PAGES, type ProgramPart } from '../src/app/pages';
import { screensOf } from './pageParts';

// Which texts each part of the program waits for (src/lib/texts.ts). A part holds the ids that its own modules name.

export type Texts = Record<string, string>;
type IsWanted = (id: string) => boolean;

const PAGES_FILE = 'src/app/pages.ts';
/** What every page waits for, and what every page of a signed-in user waits for besides. */
const PROGRAM = ['src/main.tsx'];
const FRAME = [
  'src/store/workplace.ts',
  'src/app/shell/Shell.tsx',
  'src/app/preload.ts',
  'src/app/shell/SessionDialog.tsx',
];
/** What these modules load later appears with the texts that are already there. */
const LOADS_PARTS_OF_ITSELF = /^src\/(screens|widgets|ui|app\/shell)\//;

type Inputs = Metafile['inputs'];

/** Every module of the dashboard with its imports; types and styles are left out. */
const readModules = async (root: string): Promise<Inputs> => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: PROGRAM,
    outdir: 'build/public',
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    metafile: true,
    packages: 'external',
    external: ['../../i18n/*', '*.css', '*.woff2', '*.svg', '*.png'],
    logLevel: 'error',
  });
  return metafile.inputs;
};

/** The modules that come with some others. */
const reachedFrom = (modules: Inputs, files: readonly string[]): string[] => {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { path: imported, kind, external } of modules[file]!.imports)
      if (!external && (kind !== 'dynamic-import' || LOADS_PARTS_OF_ITSELF.test(file))) visit(imported);
  };
  files.forEach(visit);
  // It names the texts of the first view, which has a part of its own.
  reached.delete(PAGES_FILE);
  return [...reached];
};

/** 'jobs.title', and the beginning of `errors.kinds.${kind}`. __tests__/i18n/ids.test.ts proves that the code names every id so. */
const NAMED = /['"`]([a-zA-Z][\w.]*)(?:(?=['"`])|(\$\{))/g;

const idsIn = (root: string, files: readonly string[]): IsWanted => {
  const names = new Set<string>();
  const beginnings = new Set<string>();
  for (const file of files) {
    for (const [, name = '', gap] of readFileSync(path.join(root, file), 'utf8').matchAll(NAMED)) {
      if (!gap) names.add(name);
      else if (name.includes('.')) beginnings.add(name);
    }
  }
  return (id) => names.has(id) || [...beginnings].some((beginning) => id.startsWith(beginning));
};

/** The modules whose texts the sign-in page needs, and those whose texts the daily work needs with it. */
export const readPartModules = async (root: string): Promise<{ first: string[]; daily: string[]; modules: Inputs }> => {
  const modules = await readModules(root);
  const fileOf = new Map(modules[PAGES_FILE]!.imports.map(({ original, path: file }) => [original, file]));
  const filesOf = (wanted: ProgramPart) =>
    PAGES.filter(({ part = 'dailyWork' }) => part === wanted).flatMap(({ texts, frame, screen }) =>
      screensOf(texts === 'whole' ? { frame } : { frame, screen }).map((request) => fileOf.get(request)!),
    );
  const signIn = [...PROGRAM, ...filesOf('signIn')];
  const daily = [...signIn, ...FRAME, ...filesOf('dailyWork')];
  return { first: reachedFrom(modules, signIn), daily: reachedFrom(modules, daily), modules };
};

/** Which ids the sign-in page, the daily work (with the sign-in page's) and the first view need. */
export const readTextParts = async (root: string): Promise<Record<'first' | 'daily' | 'view', IsWanted>> => {
  const { first, daily } = await readPartModules(root);
  const view = new Set<string>(PAGES.flatMap(({ view: shown }) => (shown ? [shown.title, ...(shown.lead ?? [])] : [])));
  return { first: idsIn(root, first), daily: idsIn(root, daily), view: (id) => view.has(id) };
};

/** The texts whose id is wanted. */
export const pick = (texts: Texts, isWanted: IsWanted): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([id]) => isWanted(id)));

/** The characters with which ICU's syntax begins. */
const SYNTAX = /[{<']/;

/** Texts with ICU's syntax as the elements that its parser makes of them, so that the browser needs no parser. */
export const compileTexts = (texts: Texts): Record<string, string | MessageFormatElement[]> =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, SYNTAX.test(text) ? parse(text) : text]));
