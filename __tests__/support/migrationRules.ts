import { contractOf } from '../../server/db/migrate';

/** The last migration from before two releases could serve one store at a time. */
export const LAST_UNCHECKED = '0015_checkout.sql';

/** These rebuild two indexes in one transaction, which blocks the servers (docs/OPERATIONS.md#a-new-release). */
export const STANDSTILL = ['0017_lists.sql'];

/**
 * Building an index on an existing table blocks its writes. This comment states that its author considered how long.
 */
const CONSIDERED = /^-- holds up writes of (\w+): \S.{10,}$/gm;

/** Removes comments, texts and function bodies, which do not show what a statement does to the store. */
const statementsOf = (text: string): string[] =>
  text
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .filter(Boolean);

const REFUSED: readonly [RegExp, string][] = [
  [/\bdrop (?!default\b|not null\b|trigger if exists\b)/, 'takes away what the release before still uses'],
  [/\brename\b/, 'renames what the release before still uses'],
  [/\balter( column)? \S+( set data)? type\b/, 'changes a type under the release before, and writes the table anew'],
  [/\bset not null\b/, 'refuses what the release before still writes'],
  [
    /\badd( column)?( if not exists)? (?!constraint\b|primary\b|unique\b|foreign\b|check\b)\S+ (?:(?! default |,).)*\bnot null\b(?!(?:(?!,).)*\bdefault\b)/,
    'asks for a column that the release before does not write',
  ],
  [
    /\badd constraint\b(?!.*\bnot valid\b)/,
    'holds up writes while all rows are looked at: add it "not valid", and validate it in the next migration',
  ],
  [/\btruncate\b|\bdelete from (?!.*\bwhere\b)/, 'takes away rows'],
];

/**
 * Lists why a migration must not run while the previous release serves; empty when it may. `earlier` names the
 * migrations before it.
 */
export const unsafeIn = (text: string, earlier: readonly string[] = []): string[] => {
  const statements = statementsOf(text);
  const made = new Set(
    statements.flatMap((one) => /^create (?:unlogged )?table (?:if not exists )?(\S+?)(?: |\(|$)/.exec(one)?.[1] ?? []),
  );
  const considered = new Set([...text.matchAll(CONSIDERED)].map(([, table]) => table));
  const of = contractOf(text);
  const mayTake = of !== undefined && earlier.includes(of);
  return statements.flatMap((one) => {
    const altered = /^alter table (?:if exists )?(?:only )?(\S+)/.exec(one)?.[1];
    if (altered !== undefined && made.has(altered)) return [];
    const indexed = /^create (?:unique )?index .*?\bon (?:only )?(\w+(?:\.\w+)?)/.exec(one)?.[1];
    if (indexed !== undefined && !made.has(indexed) && !considered.has(indexed))
      return [`${one.slice(0, 80)}: holds up writes of ${indexed} while it is built: say how long`];
    return REFUSED.filter(([pattern, why]) => pattern.test(one) && !(mayTake && why.includes('release before'))).map(
      ([, why]) => `${one.slice(0, 80)}: ${why}`,
    );
  });
};
