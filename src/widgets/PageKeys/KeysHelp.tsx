import { useEffect, useState } from 'react';
import { selectHasPageKeys } from '../../domains/preferences';
import { pageKey } from '../../lib/pageKey';
import { useAppSelector } from '../../store/hooks';
import { withLaterWork } from '../../store/withLaterWork';
import { lazyDialog } from '../../ui/lazyPart';

const KeysDialog = lazyDialog(async () => (await withLaterWork(() => import('./KeysDialog'))).KeysDialog);

/** Shows the list of keyboard shortcuts when the user presses `?`. A page with shortcuts has it once. */
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
  return isOpen && <KeysDialog open onClose={() => setIsOpen(false)} />;
};
