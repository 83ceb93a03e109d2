import { useEffect, useRef } from 'react';
import { selectHasPageKeys } from '../../domains/preferences';
import { useAppSelector } from '../../store/hooks';
import { pageKey } from '../../ui/keyPressed';

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
