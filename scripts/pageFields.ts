import type { NodePath, PluginObj, types } from '@babel/core';

/** The fields that only src/early.ts reads. */
const EARLY = ['early', 'view'];
const KEPT_WITH_THEM = ['path', 'access', 'redirect', 'today'];
/** Marks a page that the early script needs. */
const NEEDED = [...EARLY, 'today'];

const namesIn = ({ properties }: types.ObjectExpression): string[] =>
  properties.map((property) =>
    property.type === 'ObjectProperty' && property.key.type === 'Identifier' ? property.key.name : '',
  );

/** Removes unused code: an `import()` in it would add a chunk to the early script. */
const removeUnused = (program: NodePath<types.Program>): void => {
  program.scope.crawl();
  const unused = Object.values(program.scope.bindings).filter(
    ({ referenced, path }) => !referenced && path.isVariableDeclarator(),
  );
  for (const { path } of unused) path.remove();
  if (unused.length > 0) removeUnused(program);
};

/**
 * A Babel plugin that splits src/app/pages.ts between the two programs that import it: `early` keeps the pages with a
 * field for src/early.ts, without their screens, and `program` drops those fields.
 */
export const pageFields = (part: 'early' | 'program'): PluginObj => ({
  visitor: {
    Program: (program) => {
      program.traverse({
        VariableDeclarator: ({ node: { id, init } }) => {
          if (id.type !== 'Identifier' || id.name !== 'PAGES' || init?.type !== 'ArrayExpression') return;
          const pages = init.elements.filter((element) => element?.type === 'ObjectExpression');
          for (const page of pages) {
            const names = namesIn(page);
            page.properties = page.properties.filter((_, at) =>
              part === 'early' ? [...EARLY, ...KEPT_WITH_THEM].includes(names[at]!) : !EARLY.includes(names[at]!),
            );
          }
          init.elements =
            part === 'early' ? pages.filter((page) => namesIn(page).some((name) => NEEDED.includes(name))) : pages;
        },
      });
      removeUnused(program);
    },
  },
});
