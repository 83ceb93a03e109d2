import type { Envelope } from '../http';
import { VIEW_NAMES } from '../keptView';
import { openShelf, type Shelf } from './database';
import {
  changedRow,
  grown,
  isChange,
  isGrowth,
  KEPT_ROUTES,
  nameOf,
  surplusOf,
  withChangedRow,
  withChanges,
  withoutRemoved,
  type Answered,
  type Asked,
  type ChangedRows,
} from './rules';
import { isOld, newKeys, reader, type Entry } from './sealing';
import { readView } from './view';

/** Name of the changed rows; the name of no call equals it. */
const ROWS = 'rows';

const rowsOf = (entry: Entry<Envelope<unknown>> | null): ChangedRows => (entry?.content.payload ?? {}) as ChangedRows;

type Shelves = ReturnType<typeof reader<Envelope<unknown>>>;

const keepOne = async ({ write, read }: Shelves, answered: Answered, now: number): Promise<void> => {
  const { answer, at } = answered;
  const row = changedRow(answered);
  if (row) return write(ROWS, at, withoutRemoved({ payload: withChangedRow(rowsOf(await read(ROWS, now)), row, at) }));
  const name = nameOf(answered);
  if (name === null) return undefined;
  if (!isGrowth(answered)) return write(name, at, withoutRemoved(answer));
  const before = await read(name, now);
  const whole = before && grown(before.content, answered);
  return whole ? write(name, at, withoutRemoved(whole)) : undefined;
};

interface Keeping {
  owner: number;
  answers: readonly Answered[];
  now: number;
  /** False once the user's session ended or the organisation forbade it. */
  isCurrent: () => boolean;
}

/**
 * Keeps what the open page shows, as old as the oldest of the answers. A change makes every view untrue, and a page that
 * cannot be kept its own.
 */
const keepView = async (
  { write, forget }: Shelves,
  { answers, now }: Keeping,
  read: typeof readView,
): Promise<void> => {
  const shown = read();
  const hasChanged = answers.some(isChange);
  await forget(VIEW_NAMES.filter((name) => hasChanged || name === shown?.name));
  const at = Math.min(now, ...answers.map((answered) => answered.at));
  if (shown?.view) await write(shown.name, at, JSON.stringify(shown.view));
};

/**
 * Keeps answers of a user in the order in which they arrived, with what the page shows of them, and deletes those that
 * are too old or too many.
 */
export const keepAnswers = async (
  keeping: Keeping,
  open: () => Promise<Shelf> = openShelf,
  read = readView,
): Promise<void> => {
  const { owner, answers, now, isCurrent } = keeping;
  const shelf = await open();
  try {
    let keys = await shelf.keys();
    if (keys?.owner !== owner) {
      keys = await newKeys(owner);
      if (!isCurrent()) return;
      await shelf.renew(keys);
    }
    const shelves: Shelves = reader(shelf, keys);
    for (const answered of answers) if (isCurrent()) await keepOne(shelves, answered, now);
    if (isCurrent()) await keepView(shelves, keeping, read);
    await shelf.remove(surplusOf(await shelf.list(), now));
  } finally {
    shelf.close();
  }
};

/** A kept answer; `at` is null for data that hardly ever changes. */
export interface Found {
  answer: Envelope<unknown>;
  at: number | null;
}

/** Returns the kept answer to a call, or null, and then deletes those that are too old. Never returns an answer of another user. */
export const findAnswer = async (
  { owner, asked, now }: { owner: number; asked: Asked; now: number },
  open: () => Promise<Shelf> = openShelf,
): Promise<Found | null> => {
  const name = nameOf(asked);
  if (name === null || isGrowth(asked)) return null;
  const shelf = await open();
  try {
    const keys = await shelf.keys();
    if (keys?.owner !== owner) return null;
    const { read }: Shelves = reader(shelf, keys);
    const found = await read(name, now);
    if (!found) {
      const old = (await shelf.list()).filter(({ at }) => isOld(at, now));
      await shelf.remove(old.map((one) => one.name));
      return null;
    }
    const answer = withChanges(asked.key, { answer: found.content, at: found.at }, rowsOf(await read(ROWS, now)));
    return { answer, at: KEPT_ROUTES[asked.key]?.isReference ? null : found.at };
  } finally {
    shelf.close();
  }
};
