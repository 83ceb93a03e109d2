import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

const STYLE_FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.module.css'))
  .sort();
/** Of each style file the names seen in it, in their order. */
const styleNames = new Map<string, string[]>();
/** No vowels, no words: blockers of advertisements hide what is named "ad1". */
const LETTERS = 'bcdfghjklmnpqrstvwxz';

/** 0 → b, 19 → z, 20 → bb. */
const letters = (at: number): string =>
  (at < LETTERS.length ? '' : letters(Math.floor(at / LETTERS.length) - 1)) + LETTERS[at % LETTERS.length];

/** Letters for the file, a number for the name: short and alike, so that they compress, and the same for the same sources. */
export const styleName = ({ resourcePath }: { resourcePath: string }, _pattern: string, name: string): string => {
  const file = path.relative(SRC, resourcePath);
  const at = STYLE_FILES.indexOf(file);
  if (at < 0) throw new Error(`scripts/styleNames.ts: ${file} is no style of src, or came while the build ran`);
  const names = styleNames.get(file) ?? [];
  styleNames.set(file, names);
  if (!names.includes(name)) names.push(name);
  return `${letters(at)}${names.indexOf(name)}`;
};
