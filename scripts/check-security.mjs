// `node scripts/check-security.mjs`: checks that scripts/security/asvs.md has an entry for every requirement of OWASP
// ASVS 5.0.0, levels 1 and 2, and docs/SECURITY.md their sum. Each applicable entry must name a place, and each place
// that the two files name must exist: the file holds the quoted text.
import { existsSync, readFileSync } from 'node:fs';

const PAGE = 'docs/SECURITY.md';
const TABLE = 'scripts/security/asvs.md';
const { level1, level2 } = JSON.parse(readFileSync('scripts/security/asvs-5.0.0.json', 'utf8'));
const LEVEL = new Map([...level1.map((id) => [id, 'L1']), ...level2.map((id) => [id, 'L2'])]);
const STATES = ['met', 'partly', 'accepted', 'not met', 'n/a'];

const problems = [];
const linesOf = (file) => readFileSync(file, 'utf8').split('\n');

const files = new Map();
const textOf = (file) => {
  if (!files.has(file)) files.set(file, existsSync(file) ? readFileSync(file, 'utf8') : null);
  return files.get(file);
};

/** Finds each `file` › `quoted text` of a line; a file alone counts as well. */
const proofsIn = (line) =>
  [...line.matchAll(/`([^`\s]+\.\w+)`(?: › `([^`]+)`)?/g)].map(([, file, text]) => ({ file, text }));

/** Reads the entries: a line `- 1.2.3 L1 met: what` with one indented line for each proof. */
const readEntries = (lines) => {
  const entries = [];
  for (const [at, line] of lines.entries()) {
    const [, id, level, state, what] = /^- (\S+) (L[\d, L]+) ([^:]+): (.+)$/.exec(line) ?? [];
    if (id) entries.push({ id, level, state, what, line: at + 1, proofs: [] });
    else if (line.startsWith('  - ') && entries.length > 0) entries.at(-1).proofs.push(...proofsIn(line));
    else if (/^\s*-/.test(line)) problems.push(`${TABLE}:${at + 1}: neither an entry nor a proof`);
  }
  return entries;
};

const seen = new Map();
const states = new Map();
for (const { id, level, state, line, proofs } of readEntries(linesOf(TABLE))) {
  const fail = (what) => problems.push(`${TABLE}:${line}: ${what}`);
  const isChapter = id.startsWith('V');
  const covered = isChapter ? [...LEVEL.keys()].filter((one) => one.startsWith(`${id.slice(1)}.`)) : [id];
  if (covered.length === 0 || (!isChapter && !LEVEL.has(id))) fail(`ASVS 5.0.0 has no ${id} on these levels`);
  if (isChapter && state !== 'n/a') fail('a whole chapter can only be n/a');
  if (!isChapter && level !== LEVEL.get(id)) fail(`${id} has level ${LEVEL.get(id)}`);
  for (const one of covered) {
    if (seen.has(one)) fail(`${one} is already in line ${seen.get(one)}`);
    seen.set(one, line);
    states.set(one, state);
  }
  if (!STATES.includes(state)) fail(`"${state}" must be one of ${STATES.join(', ')}`);
  if (state !== 'n/a' && proofs.length === 0) fail(`${id} is "${state}" but names no file`);
}
for (const id of LEVEL.keys()) if (!seen.has(id)) problems.push(`${TABLE}: no entry for ${id}`);

let count = 0;
for (const source of [TABLE, PAGE]) {
  for (const [at, line] of linesOf(source).entries()) {
    for (const { file, text } of proofsIn(line)) {
      if (!file.includes('/')) continue;
      count += 1;
      const held = textOf(file);
      const fail = (what) => problems.push(`${source}:${at + 1}: ${what}`);
      if (file === source && text !== undefined) fail(`${file} cannot prove itself`);
      else if (held === null) fail(`${file} does not exist`);
      else if (text !== undefined && !held.includes(text)) fail(`${file} does not contain "${text}"`);
    }
  }
}

const counts = STATES.map((state) => `${[...states.values()].filter((one) => one === state).length} ${state}`).join(
  ', ',
);
if (!linesOf(PAGE).includes(`Of ${LEVEL.size} requirements: ${counts}.`))
  problems.push(`${PAGE}: the sum should say "${counts}"`);

for (const problem of problems) console.error(problem);
console.log(`check-security: ${seen.size} requirements, ${count} proofs, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
