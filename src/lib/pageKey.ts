const TYPING =
  'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="combobox"]';

/**
 * Returns the lowercase key of a page shortcut; null while the user types, while a dialog is open, or with Ctrl and
 * other modifier keys.
 */
export const pageKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): string | null => {
  if (ctrlKey || metaKey || altKey) return null;
  if (target instanceof Element && target.closest(TYPING)) return null;
  // An open dialog blocks the page's shortcuts, wherever the focus is.
  return document.querySelector('[role="dialog"]') ? null : key.toLowerCase();
};

/** Milliseconds after a key led on in which nobody can have looked at what came. */
export const UNSEEN_MS = 300;
