import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { build, type Metafile, type Plugin } from 'esbuild';
import { login } from '../contract/routes/session';
import { PAGES, type ProgramPart } from '../src/app/pages';
import { screensOf } from './pageParts';

// Finds the texts that each part of the program needs (src/lib/texts.ts). A part holds the ids that its own modules
// name.

export type Texts = Record<string, string>;
type IsWanted = (id: string) => boolean;

const PAGES_FILE = 'src/app/pages.ts';
/** The modules of every page, those of every page of a signed-in user, and those that come with the daily work. */
const PROGRAM = ['src/main.tsx'];
const FRAME = ['src/store/workplace.ts', 'src/app/shell/Shell.tsx', 'src/app/preload.ts'];
const REST = ['src/store/laterWork.ts', 'src/app/shell/SessionDialog.tsx'];
/** The part with a file of these folders also holds the texts of the modules that the file loads later. */
const LOADS_PARTS_OF_ITSELF = /^src\/(screens|widgets|ui|app\/shell)\//;

type Inputs = Metafile['inputs'];

/** As in webpack.config.ts: a part contains only the modules of a domain that it uses. */
const WITHOUT_EFFECTS = /\/(src\/domains|contract)\//;

/** Leaves out the modules that nothing uses. */
const withoutUnused: Plugin = {
  name: 'withoutUnused',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^\./ }, async ({ path: request, pluginData, ...asked }) => {
      if (pluginData === withoutUnused) return undefined;
      const { kind, importer, resolveDir } = asked;
      const found = await resolve(request, { kind, importer, resolveDir, pluginData: withoutUnused });
      return WITHOUT_EFFECTS.test(found.path) ? { ...found, sideEffects: false } : found;
    });
  },
};

/** Returns every module of the dashboard with its imports, without types and styles, and the files that hold them. */
const readModules = async (root: string): Promise<Metafile> => {
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
    plugins: [withoutUnused],
    logLevel: 'error',
  });
  return metafile;
};

/** Returns whether a module loads another together with the rest of the daily work, and so with its texts. */
const loadsWithDailyWork = (root: string, file: string, request: string): boolean =>
  readFileSync(path.join(root, file), 'utf8').includes(`withLaterWork(() => import('${request}'))`);

type Follows = (file: string, request: string) => boolean;

/** Returns the modules that the given ones use, directly or indirectly; `follows` decides about later imports. */
const reachedFrom = (
  { inputs, outputs }: Metafile,
  files: readonly string[],
  follows: Follows = () => true,
): string[] => {
  // esbuild writes one output file for each module that loads later.
  const outputOf = new Map(Object.entries(outputs).map(([name, { entryPoint }]) => [entryPoint, name]));
  const reached = new Set<string>();
  const visited = new Set<string>();
  const visitOutput = (name: string): void => {
    if (visited.has(name)) return;
    visited.add(name);
    const output = outputs[name]!;
    for (const { path: imported, kind, external } of output.imports)
      if (kind === 'import-statement' && !external) visitOutput(imported);
    for (const [file, { bytesInOutput }] of Object.entries(output.inputs)) if (bytesInOutput > 0) visit(file);
  };
  const visit = (file: string): void => {
    // A file that is imported as an address has no texts.
    if (reached.has(file) || file.endsWith('?address')) return;
    reached.add(file);
    for (const { path: imported, kind, external, original = '' } of inputs[file]!.imports) {
      const isLater = kind === 'dynamic-import' && !external;
      if (isLater && LOADS_PARTS_OF_ITSELF.test(file) && follows(file, original)) visitOutput(outputOf.get(imported)!);
    }
  };
  for (const file of files) visitOutput(outputOf.get(file)!);
  // The manifest names the texts of the first view, which is a separate part.
  reached.delete(PAGES_FILE);
  return [...reached];
};

/**
 * Matches 'jobs.title', and the beginning of `errors.kinds.${kind}`. __tests__/i18n/ids.test.ts proves that the code
 * names every id in this way.
 */
const NAMED = /['"`]([a-zA-Z][\w.]*)(?:(?=['"`])|(\$\{))/g;

const idsIn = (root: string, files: readonly string[], ignored?: string): IsWanted => {
  const names = new Set<string>();
  const beginnings = new Set<string>();
  for (const file of files) {
    for (const [, name = '', gap] of readFileSync(path.join(root, file), 'utf8').matchAll(NAMED)) {
      if (!gap) names.add(name);
      else if (name.includes('.') && name !== ignored) beginnings.add(name);
    }
  }
  return (id) => names.has(id) || [...beginnings].some((beginning) => id.startsWith(beginning));
};

/** Returns the modules whose texts the sign-in page, the lists and the daily work need, each with those before it. */
export const readPartModules = async (
  root: string,
): Promise<Record<'first' | 'lists' | 'daily', string[]> & { modules: Inputs }> => {
  const program = await readModules(root);
  const modules = program.inputs;
  const fileOf = new Map(modules[PAGES_FILE]!.imports.map(({ original, path: file }) => [original, file]));
  const filesOf = (...wanted: ProgramPart[]) =>
    PAGES.filter(({ part = 'dailyWork' }) => wanted.includes(part)).flatMap(({ texts, frame, screen }) =>
      screensOf(texts === 'whole' ? { frame } : { frame, screen }).map((request) => fileOf.get(request)!),
    );
  const signIn = [...PROGRAM, ...filesOf('signIn')];
  const lists = [...signIn, ...FRAME, ...filesOf('lists')];
  return {
    first: reachedFrom(program, signIn),
    lists: reachedFrom(program, lists, (file, request) => !loadsWithDailyWork(root, file, request)),
    daily: reachedFrom(program, [...lists, ...REST, ...filesOf('dailyWork')]),
    modules,
  };
};

const ERROR_TEXTS = 'errors.keys.';

/**
 * Returns which texts of errors can show before the daily work has loaded: those of signing in, and those of every call,
 * except where the text of the error's kind is the same.
 */
const readEarlyErrors = (root: string): IsWanted => {
  const en = JSON.parse(readFileSync(path.join(root, 'i18n/en.json'), 'utf8')) as Texts;
  const ofKinds = new Set(Object.keys(en).flatMap((id) => (id.startsWith('errors.kinds.') ? en[id] : [])));
  return (id) =>
    id.startsWith(`${ERROR_TEXTS}error.`)
      ? !ofKinds.has(en[id])
      : login.errors.some((key) => id === `${ERROR_TEXTS}${key}`);
};

/**
 * Returns which ids the sign-in page, the lists and the daily work need (each with those before it), and the first
 * view. `modules` are those of the parts, if they are read already.
 */
export const readTextParts = async (
  root: string,
  modules = readPartModules(root),
): Promise<Record<'first' | 'lists' | 'daily' | 'view', IsWanted>> => {
  const { first, lists, daily } = await modules;
  const titles = PAGES.flatMap(({ view: shown }) => (shown ? [shown.title, ...(shown.lead ?? [])] : []));
  // The second is of src/lib/keptView.ts.
  const view = new Set<string>([...titles, 'ui.lastUpdated']);
  const isEarlyError = readEarlyErrors(root);
  // Until the other errors have their texts, the page describes them by their kind.
  const early = (files: readonly string[]): IsWanted => {
    const isNamed = idsIn(root, files, ERROR_TEXTS);
    return (id) => isNamed(id) || isEarlyError(id);
  };
  return {
    first: early(first),
    lists: early(lists),
    daily: idsIn(root, daily),
    view: (id) => view.has(id),
  };
};

export const pick = (texts: Texts, isWanted: IsWanted): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([id]) => isWanted(id)));

/** Characters that begin ICU syntax. */
const SYNTAX = /[{<']/;

/** Fields that intl-messageformat reads like this where they are missing. */
const DEFAULTS: Record<string, unknown> = { offset: 0, pluralType: 'cardinal' };

/** Compiles texts with ICU syntax to the parser's elements, so that the browser needs no parser. */
export const compileTexts = (texts: Texts): Record<string, string | MessageFormatElement[]> => {
  const compiled = Object.entries(texts).map(([id, text]) => [id, SYNTAX.test(text) ? parse(text) : text]);
  const small = JSON.stringify(Object.fromEntries(compiled), (key, value: unknown) =>
    DEFAULTS[key] === value ? undefined : value,
  );
  return JSON.parse(small) as ReturnType<typeof compileTexts>;
};
