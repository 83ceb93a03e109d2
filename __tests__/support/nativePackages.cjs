// Jest's resolver for server tests: packages run outside the sandbox, where Node loads each once per worker instead of
// once per test file. What a test imports is a stub that takes the package from Node.
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const compiledOnce = require('./compiledOnce.cjs');

const ROOT = path.resolve(__dirname, '../..');
const STUBS = path.join(ROOT, 'node_modules/.cache/native-packages');
const PACKAGES = path.join(ROOT, 'node_modules') + path.sep;

/** Marks a lookup from inside the sandbox; Jest looks its own parts up without it. */
const CONDITION = 'native-packages';

const COMPILED_ONCE = path.join(__dirname, 'compiledOnce.cjs');

const sourceOf = (file) => {
  const taken = `nativeRequire(${JSON.stringify(file)})`;
  const name = Object.keys(compiledOnce).find((one) => file.startsWith(path.join(PACKAGES, one) + path.sep));
  return name ? `nativeRequire(${JSON.stringify(COMPILED_ONCE)})[${JSON.stringify(name)}](${taken})` : taken;
};

const stubOf = (file) => {
  const source = `module.exports = ${sourceOf(file)};\n`;
  const stub = path.join(STUBS, `${createHash('sha1').update(source).digest('hex')}.cjs`);
  if (existsSync(stub)) return stub;
  mkdirSync(STUBS, { recursive: true });
  // Several workers create stubs at once, and none may load a half-written one.
  const temporary = `${stub}.${process.pid}`;
  writeFileSync(temporary, source);
  renameSync(temporary, stub);
  return stub;
};

module.exports = (request, options) => {
  const file = options.defaultResolver(request, options);
  const isOurImport = options.conditions?.includes(CONDITION) && !options.basedir.startsWith(PACKAGES);
  return isOurImport && file.startsWith(PACKAGES) && /\.[cm]?js$/.test(file) ? stubOf(file) : file;
};
module.exports.CONDITION = CONDITION;
