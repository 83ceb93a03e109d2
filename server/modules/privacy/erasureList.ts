import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Type, type Static } from 'typebox';
import type { Deps } from '../../platform/deps';
import { matches } from '../../platform/http/validation';

/** An erasure in the list outside the store. It names nobody; a worker is known by id and by when the profile was made. */
const Entry = Type.Object({
  /** Null for a worker whom no organisation knew. */
  organisationId: Type.Union([Type.Integer(), Type.Null()]),
  workerId: Type.Integer(),
  createdAt: Type.String(),
  erasedAt: Type.String(),
});
export type ListedErasure = Static<typeof Entry>;

type ListDeps = { settings: Pick<Deps['settings'], 'erasuresDir'> };

/** Servers of several machines may share the folder. */
const isList = (name: string): boolean => /^erasures-.*\.jsonl$/.test(name);

/**
 * Adds erasures to the list on the disk. Called as the last step of their transaction: one that fails after it is
 * repeated by the next start, one that is not in the list is never committed.
 */
export const listErasures = async (
  { settings: { erasuresDir } }: ListDeps,
  erasures: readonly ListedErasure[],
): Promise<void> => {
  if (erasures.length === 0) return;
  await mkdir(erasuresDir, { recursive: true, mode: 0o700 });
  const file = await open(path.join(erasuresDir, `erasures-${os.hostname()}.jsonl`), 'a', 0o600);
  try {
    // Begins a line of its own, because a dead server may have left half a line.
    await file.appendFile(erasures.map((one) => `\n${JSON.stringify(one)}`).join('') + '\n');
    await file.sync();
  } finally {
    await file.close();
  }
};

const parse = (line: string): ListedErasure | null => {
  try {
    const entry: unknown = JSON.parse(line);
    return matches(Entry, entry) ? (entry as ListedErasure) : null;
  } catch {
    return null;
  }
};

/** Returns the erasures of the list, in the order in which they happened. Half a line is left out. */
export const readErasures = async ({ settings: { erasuresDir } }: ListDeps): Promise<ListedErasure[]> => {
  const names = await readdir(erasuresDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const texts = await Promise.all(names.filter(isList).map((name) => readFile(path.join(erasuresDir, name), 'utf8')));
  return texts
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => parse(line) ?? [])
    .sort((one, other) => one.erasedAt.localeCompare(other.erasedAt));
};
