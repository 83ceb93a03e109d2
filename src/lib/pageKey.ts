const TYPING =
  'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="combobox"]';

/** Matches an open dialog. */
export const DIALOG = 'dialog, [role="dialog"]';

/**
 * Returns the lowercase Latin letter of a key, or its name. `toLowerCase` turns neither `ı` nor `İ` of a Turkish
 * keyboard into `i`. Keyboards of other scripts have no Latin letters, so the key's position decides; Arabic has its
 * own `؟`.
 */
const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string => {
  if (key === 'ı' || key === 'İ') return 'i';
  if (key === '؟') return '?';
  const [, place] = /^Key([A-Z])$/.exec(code) ?? [];
  // Some keys type two letters, or an accent for the next letter.
  const isForeign = /^[\p{Letter}\p{Mark}]+$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return (isForeign && place ? place : key).toLowerCase();
};

/**
 * Returns the key of a page shortcut in lower case; null while the user types, while a dialog is open, or with Ctrl and
 * other modifier keys.
 */
export const pageKey = (event: KeyboardEvent): string | null => {
  const { ctrlKey, metaKey, altKey, target } = event;
  if (ctrlKey || metaKey || altKey) return null;
  if (target instanceof Element && target.closest(TYPING)) return null;
  // An open dialog blocks the page's shortcuts, wherever the focus is.
  return document.querySelector(DIALOG) ? null : letterOf(event);
};

/** For this many milliseconds after a key opened the next item, the user cannot have looked at it yet. */
export const UNSEEN_MS = 300;

/** The way from a list to a page; part of the route's state. */
export interface ListOrigin {
  /** Address of the list, without the base. */
  list: string;
  /** Number of history entries since the list. */
  depth: number;
  /** The list stays visible, so the window does not scroll. */
  stays: boolean;
}

/** Returns the origin in a route's state, or null. Accepts only paths of the product. */
export const listOriginOf = (state: unknown): ListOrigin | null => {
  const { list, depth, stays } = (state ?? {}) as Partial<Record<keyof ListOrigin, unknown>>;
  if (typeof list !== 'string' || !/^\/(?![/\\])[^\\\s]*$/.test(list) || typeof depth !== 'number') return null;
  return { list, depth, stays: stays === true };
};

const TODAY = /^\/today(?:\?branchId=(\d+))?$/;

/** Returns the branch of Today (null: all) if the user came from that page; undefined if not. */
export const todayBranchOf = (origin: ListOrigin | null): number | null | undefined => {
  const match = TODAY.exec(origin?.list ?? '');
  return match ? (match[1] === undefined ? null : Number(match[1])) : undefined;
};

/** Returns the origin with one more history entry. */
export const withNextEntry = (origin: ListOrigin | null): ListOrigin | null =>
  origin && { ...origin, depth: origin.depth + 1 };
