import { useEffect, useRef } from 'react';
import { selectHasPageKeys } from '../../domains/preferences';
import { useAppSelector } from '../../store/hooks';

const TYPING =
  'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="combobox"]';

/**
 * Returns the lowercase key of a page shortcut; null while the user types, while a dialog is open, or with Ctrl and
 * other modifier keys.
 */
const pageKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): string | null => {
  if (ctrlKey || metaKey || altKey) return null;
  if (target instanceof Element && target.closest(TYPING)) return null;
  // An open dialog blocks the page's shortcuts, wherever the focus is.
  return document.querySelector('[role="dialog"]') ? null : key.toLowerCase();
};

export interface ApplicantKeys {
  onNext: () => void;
  onPrevious: () => void;
  onShortlist: () => void;
  onHelp: () => void;
}

const NAMES: Record<string, keyof ApplicantKeys> = { j: 'onNext', k: 'onPrevious', s: 'onShortlist', '?': 'onHelp' };

/** Handles the keys J, K, S and ? outside text fields, unless the user turned shortcuts off. */
export const useApplicantKeys = (keys: Partial<ApplicantKeys>) => {
  const isOn = useAppSelector(selectHasPageKeys);
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      const name = NAMES[pageKey(event) ?? ''];
      const handler = name && latest.current[name];
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOn]);
};
