import { useEffect, useState } from 'react';
import { selectHasPageKeys } from '../../domains/preferences';
import { pageKey } from '../../lib/pageKey';
import { useAppSelector } from '../../store/hooks';
import { KeysDialog } from './KeysDialog';

/** Shows the list of keyboard shortcuts when the user presses `?`. */
export const KeysHelp = () => {
  const isOn = useAppSelector(selectHasPageKeys);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      if (pageKey(event) !== '?') return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isOn]);
  return <KeysDialog open={isOpen} onClose={() => setIsOpen(false)} />;
};
