// Babel for Jest. Its cache key leaves out the project's configuration, which Babel does not read, so that a file that
// one project has transformed serves the others too.
const { createTransformer } = require('babel-jest').default;

const babel = createTransformer({ configFile: './.babelrc' });

module.exports = {
  canInstrument: babel.canInstrument,
  process: (...file) => babel.process(...file),
  getCacheKey: (text, file, options) => babel.getCacheKey(text, file, { ...options, configString: '' }),
};
