const TYPING =
  'input, select, textarea, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="combobox"]';

/** The key of an event that means the page: in small letters; null while one types, in a dialog, or together with Ctrl and the like. */
export const pageKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): string | null => {
  if (ctrlKey || metaKey || altKey) return null;
  if (target instanceof Element && target.closest(TYPING)) return null;
  // A dialog that is open has the page's keys, wherever the focus is.
  return document.querySelector('[role="dialog"]') ? null : key.toLowerCase();
};
