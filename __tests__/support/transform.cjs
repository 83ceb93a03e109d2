// esbuild for Jest, as it builds the server, because Babel takes ten times as long. Babel takes only files that mock a
// module, since it moves `jest.mock` above the imports.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { createTransformer } = require('babel-jest').default;
const esbuild = require('esbuild');

const babel = createTransformer({ configFile: './.babelrc' });
const SELF = readFileSync(__filename, 'utf8');
const LOADERS = { '.ts': 'ts', '.tsx': 'tsx', '.jsx': 'jsx' };

const process = (text, file, ...rest) => {
  if (text.includes('jest.mock(')) return babel.process(text, file, ...rest);
  return esbuild.transformSync(text, {
    loader: LOADERS[path.extname(file)] ?? 'js',
    format: 'cjs',
    target: 'node20',
    jsx: 'automatic',
    supported: { 'dynamic-import': false },
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    // In an .mjs file, a default import would be the whole CommonJS module, even of a transformed one.
    sourcefile: file.replace(/mjs$/, 'js'),
    sourcemap: 'inline',
  });
};

/** Leaves out the project's configuration, so that a file that one project has transformed serves the others too. */
const getCacheKey = (text, file) =>
  createHash('sha256').update([SELF, esbuild.version, file, text].join('\0')).digest('hex').slice(0, 32);

module.exports = { process, getCacheKey };
