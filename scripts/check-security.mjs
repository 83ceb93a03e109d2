// `node scripts/check-security.mjs`: checks that docs/SECURITY.md has a row for every requirement of OWASP ASVS 5.0.0, levels 1
// and 2. Each applicable row must name a place, and each place must exist: the file holds the quoted text.
import { existsSync, readFileSync } from 'node:fs';

const DOCUMENT = 'docs/SECURITY.md';
const { level1, level2 } = JSON.parse(readFileSync('scripts/security/asvs-5.0.0.json', 'utf8'));
const LEVEL = new Map([...level1.map((id) => [id, '1']), ...level2.map((id) => [id, '2'])]);
const STATES = ['met', 'partly', 'accepted', 'not met', 'n/a'];
const PLACED = STATES.filter((state) => state !== 'n/a');

const problems = [];
const fail = (line, what) => problems.push(`${DOCUMENT}:${line}: ${what}`);

const files = new Map();
const textOf = (file) => {
  if (!files.has(file)) files.set(file, existsSync(file) ? readFileSync(file, 'utf8') : null);
  return files.get(file);
};

/** Finds each `file` › `quoted text` of a cell; a file alone counts as well. */
const proofsIn = (cell) =>
  [...cell.matchAll(/`([^`\s]+\.\w+)`(?: › `([^`]+)`)?/g)].map(([, file, text]) => ({ file, text }));

const seen = new Map();
const states = new Map();
const lines = readFileSync(DOCUMENT, 'utf8').split('\n');
let proofs = 0;
// The document's own table rows are no proof.
const prose = lines.filter((line) => !line.startsWith('|')).join('\n');
for (const [at, line] of lines.entries()) {
  const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  const [, id, level, state, , why = ''] = cells;
  if (!/^(\d+\.\d+\.\d+|V\d+)$/.test(id ?? '')) continue;
  const covered = id.startsWith('V') ? [...LEVEL.keys()].filter((one) => one.startsWith(`${id.slice(1)}.`)) : [id];
  if (covered.length === 0 || (!id.startsWith('V') && !LEVEL.has(id)))
    fail(at + 1, `ASVS 5.0.0 has no ${id} on these levels`);
  if (id.startsWith('V') && state !== 'n/a') fail(at + 1, 'a whole chapter can only be n/a');
  if (!id.startsWith('V') && level !== LEVEL.get(id)) fail(at + 1, `${id} has level ${LEVEL.get(id)}`);
  for (const one of covered) {
    if (seen.has(one)) fail(at + 1, `${one} is already in line ${seen.get(one)}`);
    seen.set(one, at + 1);
    states.set(one, state);
  }
  if (!STATES.includes(state)) fail(at + 1, `"${state}" must be one of ${STATES.join(', ')}`);
  const found = proofsIn(why);
  if (PLACED.includes(state) && found.length === 0) fail(at + 1, `${id} is "${state}" but names no file`);
  if (!PLACED.includes(state) && why === '') fail(at + 1, `${id} is "${state}" without a reason`);
}
for (const id of LEVEL.keys()) if (!seen.has(id)) problems.push(`${DOCUMENT}: no row for ${id}`);

for (const [at, line] of lines.entries()) {
  for (const { file, text } of proofsIn(line)) {
    if (!file.includes('/')) continue;
    proofs += 1;
    const held = file === DOCUMENT ? prose : textOf(file);
    if (held === null) fail(at + 1, `${file} does not exist`);
    // A table cell holds a | only in its escaped form.
    else if (text !== undefined && !held.includes(text.replaceAll('\\|', '|')))
      fail(at + 1, `${file} does not contain "${text}"`);
  }
}

const counts = STATES.map((state) => `${[...states.values()].filter((one) => one === state).length} ${state}`).join(
  ', ',
);
if (!lines.includes(`Of ${LEVEL.size} requirements: ${counts}.`))
  problems.push(`${DOCUMENT}: the sum should say "${counts}"`);

for (const problem of problems) console.error(problem);
console.log(`check-security: ${seen.size} requirements, ${proofs} proofs, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
