// `node scripts/size.mjs [--lines N --files N --words N]`: counts the lines and files of the product (ts, tsx and css of
// contract, server and src), by folder, and the words of the docs (not the bars of tables). Above a given bound it
// fails.
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const FOLDERS = ['contract', 'server', 'src'];

const { values } = parseArgs({
  options: { lines: { type: 'string' }, files: { type: 'string' }, words: { type: 'string' } },
});
const list = (...folders) => spawnSync('git', ['ls-files', ...folders], { encoding: 'utf8' }).stdout.split('\n');
const sizes = new Map();
const sum = { lines: 0, files: 0, short: 0, words: 0 };
for (const file of list(...FOLDERS).filter((name) => /\.(tsx?|css)$/.test(name))) {
  const lines = readFileSync(file, 'utf8').split('\n').length - 1;
  const folder = file.split('/').slice(0, 2).join('/');
  const held = sizes.get(folder) ?? { lines: 0, files: 0 };
  sizes.set(folder, { lines: held.lines + lines, files: held.files + 1 });
  sum.lines += lines;
  sum.files += 1;
  if (lines < 50) sum.short += 1;
}
for (const file of list('docs').filter((name) => name.endsWith('.md')))
  sum.words += readFileSync(file, 'utf8')
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word)).length;
const print = (name, { lines, files }) =>
  console.log(`${name.padEnd(20)} ${String(lines).padStart(7)} lines ${String(files).padStart(5)} files`);
for (const [folder, size] of [...sizes].sort(([, one], [, other]) => other.lines - one.lines)) print(folder, size);
print('product', sum);
console.log(`${sum.short} files have fewer than 50 lines; the docs have ${sum.words} words`);
const over = ['lines', 'files', 'words'].filter((key) => values[key] && sum[key] > Number(values[key]));
for (const key of over) console.error(`${sum[key]} ${key}, the bound is ${values[key]}`);
process.exitCode = over.length > 0 ? 1 : 0;
