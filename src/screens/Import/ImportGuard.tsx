import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { selectIsUnfinished } from '../../domains/imports';
import { useAppSelector } from '../../store/hooks';
import { ConfirmDialog } from '../../ui/Modal';
import { useText } from '../../ui/text';

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Asks before the user leaves or closes the page while rows are still being added. */
export const ImportGuard = () => {
  const t = useText();
  const isUnfinished = useAppSelector(selectIsUnfinished);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnfinished && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isUnfinished) return;
    globalThis.addEventListener('beforeunload', warn);
    return () => globalThis.removeEventListener('beforeunload', warn);
  }, [isUnfinished]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={t('imports.leave.title')}
      text={t('imports.leave.text')}
      cancel={t('imports.leave.stay')}
      action={t('imports.leave.action')}
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  );
};
