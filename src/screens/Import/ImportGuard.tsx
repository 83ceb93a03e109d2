import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { selectImports } from '../../domains/imports';
import { paths } from '../../lib/paths';
import { useFields } from '../../store/hooks';
import { ConfirmDialog } from '../../ui/Modal';
import { useText } from '../../ui/text';

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Asks before the user leaves or closes the page while rows are still being added. */
export const ImportGuard = () => {
  const t = useText();
  const { creation, queue, results } = useFields(selectImports, 'creation', 'queue', 'results');
  const isUnfinished = creation.status === 'loading' || (creation.status === 'failed' && results.length < queue.length);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnfinished && currentLocation.pathname !== nextLocation.pathname && nextLocation.pathname !== paths.logout(),
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
