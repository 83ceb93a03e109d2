import { useEffect, useRef } from 'react';
import { selectHasPageKeys } from '../../domains/preferences';
import { pageKey } from '../../lib/pageKey';
import { useAppSelector } from '../../store/hooks';

export interface ApplicantKeys {
  onNext: () => void;
  onPrevious: () => void;
  onShortlist: () => void;
  onDecline: () => void;
  onSettle: () => void;
  onMessage: () => void;
  onInvite: () => void;
  onHelp: () => void;
}

const NAMES: Record<string, keyof ApplicantKeys> = {
  j: 'onNext',
  k: 'onPrevious',
  s: 'onShortlist',
  r: 'onDecline',
  e: 'onSettle',
  m: 'onMessage',
  i: 'onInvite',
  '?': 'onHelp',
};

/** Keys that a user may hold down. A held decision would go on to the next applicant. */
const REPEATED: readonly (keyof ApplicantKeys)[] = ['onNext', 'onPrevious'];

/** Handles the keys J, K, S, R, E, M, I and ? outside text fields, unless the user turned shortcuts off. */
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
      if (!handler || (event.repeat && !REPEATED.includes(name))) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOn]);
};
