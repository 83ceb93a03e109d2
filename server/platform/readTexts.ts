import { readFileSync } from 'node:fs';
import { fromRoot } from './root';

/** Returns a reader of a file of `server/texts`, which is parsed at the first call. */
export const readTexts = <T>(file: string): (() => T) => {
  let read: T | undefined;
  return () => (read ??= JSON.parse(readFileSync(fromRoot(`server/texts/${file}`), 'utf8')) as T);
};
