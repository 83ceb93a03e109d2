import { useCallback, useState, type ReactNode } from 'react';
import { noticeRaised } from '../../domains/notices';
import { wholeTexts } from '../../lib/texts';
import type { Recorder } from '../../store/recorder';
import { useAppDispatch } from '../../store/hooks';
import { SupportContext } from '../../ui/SupportButton';
import type { TraceDialog } from './TraceDialog';

const load = async () => {
  const [{ TraceDialog: Dialog }] = await Promise.all([import('./TraceDialog'), wholeTexts()]);
  return Dialog;
};

/** Lets whatever stands below open the preview of the support trace, which is loaded only then. */
export const SupportProvider = ({ recorder, children }: { recorder: Recorder; children: ReactNode }) => {
  const dispatch = useAppDispatch();
  const [Dialog, setDialog] = useState<typeof TraceDialog | null>(null);
  const open = useCallback(
    () =>
      void load().then(
        // A menu that was chosen from is closed first, and the focus back at its button.
        (loaded) => setTimeout(() => setDialog(() => loaded)),
        () => dispatch(noticeRaised({ id: 'errors.keys.error.unavailable', kind: 'error' })),
      ),
    [dispatch],
  );
  return (
    <SupportContext value={open}>
      {children}
      {Dialog && <Dialog recorder={recorder} onClose={() => setDialog(null)} />}
    </SupportContext>
  );
};
