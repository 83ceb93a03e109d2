import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { partUnavailable } from '../../domains/notices';
import { wholeTexts } from '../../lib/texts';
import type { Recorder } from '../../store/recorder';
import { useAppDispatch } from '../../store/hooks';
import { SupportContext } from '../../ui/State';
import type { TraceDialog } from './TraceDialog';
import type { RouteObject } from 'react-router-dom';
import type { RuntimeSettings } from '../../lib/settings';
import { ScreenBoundary } from '../routeObjects';
import { screen } from '../routes';

const load = async () => {
  const [{ TraceDialog: Dialog }] = await Promise.all([import('./TraceDialog'), wholeTexts()]);
  return Dialog;
};

/** Lets its children open the preview of the support trace, which loads on the first use. */
export const SupportProvider = ({ recorder, children }: { recorder: Recorder; children: ReactNode }) => {
  const dispatch = useAppDispatch();
  const [Dialog, setDialog] = useState<typeof TraceDialog | null>(null);
  const open = useCallback(
    () =>
      void load().then(
        // Opens the dialog only after the menu has closed and its button has the focus again.
        (loaded) => setTimeout(() => setDialog(() => loaded)),
        () => dispatch(partUnavailable()),
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

const Replay = screen(async () => (await Promise.all([import('./ReplayPage'), wholeTexts()]))[0].ReplayPage);

const replayRoute: RouteObject = {
  path: '/support/replay',
  element: (
    <ScreenBoundary>
      <Suspense>
        <Replay />
      </Suspense>
    </ScreenBoundary>
  ),
};

/** Returns the route where support replays traces; none if the operator's setting is off. */
export const replayRoutes = ({ supportReplay }: Pick<RuntimeSettings, 'supportReplay'>): RouteObject[] =>
  supportReplay ? [replayRoute] : [];
