// `node scripts/check-external.mjs`: reads a workbook and a CV of the real server with programs of others: LibreOffice
// (soffice) and pdftotext. Fails when they are missing.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const fail = (message) => {
  console.error(`check-external: ${message}`);
  process.exit(1);
};

const NEEDED = [
  ['soffice', ['--version'], 'LibreOffice (Debian: libreoffice-calc)'],
  ['pdftotext', ['-v'], 'pdftotext (Debian: poppler-utils)'],
];
const missing = NEEDED.filter(([command, args]) => spawnSync(command, args, { stdio: 'ignore' }).error);
if (missing.length > 0) fail(`not installed: ${missing.map(([, , what]) => what).join(', ')}`);

const folder = mkdtempSync(path.join(tmpdir(), 'external-'));
const environment = { ...process.env, EXTERNAL_FILES: folder };
const at = (name) => path.join(folder, name);

const checks = [];
const expectThat = (what, holds) => checks.push({ what, holds });

try {
  const made = spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--selectProjects', 'server', '--testPathPatterns', 'exports/external'],
    { env: environment, encoding: 'utf8' },
  );
  if (made.status !== 0 || !existsSync(at('workbook.xlsx'))) fail(`the files could not be created\n${made.stderr}`);
  const truth = JSON.parse(readFileSync(at('truth.json'), 'utf8'));

  // A separate profile, because LibreOffice refuses a second start with the same one. 76 is UTF-8; -1 writes every
  // sheet.
  const profile = `-env:UserInstallation=file://${at('profile')}`;
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';
  const options = [profile, '--headless', '--convert-to', filter, '--outdir', folder, at('workbook.xlsx')];
  execFileSync('soffice', options, { stdio: 'ignore', timeout: 120_000 });
  const sheet = at(`workbook-${truth.sheet}.csv`);
  if (!existsSync(sheet)) fail('LibreOffice could not convert the workbook');
  const csv = readFileSync(sheet, 'utf8');
  const lines = csv.trim().split('\n');
  expectThat(`LibreOffice reads ${truth.rows} rows and a header`, lines.length === truth.rows + 1);
  expectThat('the header is in Turkish', lines[0].includes(truth.header));
  expectThat('Turkish letters', csv.includes(truth.text));
  expectThat('a text like a formula is a text', csv.includes(truth.formula));
  expectThat('a phone is a text', csv.includes(truth.phone));

  const text = execFileSync('pdftotext', ['-enc', 'UTF-8', at('cv.pdf'), '-'], { encoding: 'utf8', timeout: 60_000 });
  for (const part of truth.cv) expectThat(`pdftotext reads "${part}"`, text.replace(/\s+/g, ' ').includes(part));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

for (const { what, holds } of checks) console.log(`${holds ? 'ok  ' : 'FAIL'}  ${what}`);
const failed = checks.filter(({ holds }) => !holds).length;
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
