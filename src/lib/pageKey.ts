const TYPING =
  'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="combobox"]';

/**
 * Returns the lowercase Latin letter of a key, or its name. A Turkish keyboard has two letters I, and neither `ı` nor `İ`
 * becomes an `i` in lower case. A keyboard of another script has no Latin letters, so there the place of the key counts;
 * an Arabic one has a question mark of its own.
 */
const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string => {
  if (key === 'ı' || key === 'İ') return 'i';
  if (key === '؟') return '?';
  const [, place] = /^Key([A-Z])$/.exec(code) ?? [];
  // Some keys give two letters, or a mark above the next one.
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
  return document.querySelector('[role="dialog"]') ? null : letterOf(event);
};

/** Milliseconds after a key led on in which nobody can have looked at what came. */
export const UNSEEN_MS = 300;
