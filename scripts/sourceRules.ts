import path from 'node:path';
import type { RuleSetRule } from 'webpack';
import { pageFields } from './pageFields';
import { compileTexts, pick, readTextParts, type Texts } from './textParts';

// Webpack's rules for sources that each importer gets only in part: the texts and the manifest of pages.

const textsBy = (query: RegExp, isWanted: (id: string) => boolean): RuleSetRule => ({
  test: /i18n[\\/][\w-]+\.json$/,
  resourceQuery: query,
  type: 'json',
  parser: { parse: (text: string) => compileTexts(pick(JSON.parse(text) as Texts, isWanted)) },
});

const isAny = () => true;

/**
 * Handles `import('../i18n/en.json?first')`, a part of the texts. In development each part holds all texts, so that a
 * new id needs no restart.
 */
export const textRules = async (root: string, production: boolean): Promise<RuleSetRule[]> => {
  const { first, lists, daily, view } = production
    ? await readTextParts(root)
    : { first: isAny, lists: isAny, daily: isAny, view: isAny };
  return [
    textsBy(/^\?first$/, first),
    textsBy(/^\?lists$/, lists),
    textsBy(/^\?daily$/, (id) => daily(id) && (!production || !lists(id))),
    textsBy(/^\?later$/, (id) => !daily(id)),
    textsBy(/^\?view$/, view),
    textsBy(/^$/, isAny),
  ];
};

/**
 * Compiles the manifest of pages separately for the early script and for the program. Babel's cache would confuse the
 * two.
 */
export const pageRule = (root: string, mode: string): RuleSetRule => {
  const withFields = (part: 'early' | 'program') => ({
    loader: 'babel-loader',
    options: { envName: mode, plugins: [pageFields(part)] },
  });
  return {
    test: path.join(root, 'src/app/pages.ts'),
    oneOf: [{ issuer: path.join(root, 'src/early.ts'), use: withFields('early') }, { use: withFields('program') }],
  };
};
