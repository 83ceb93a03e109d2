import type { RouteObject } from 'react-router-dom';
import type { RuntimeSettings } from '../../lib/settings';
import { wholeTexts } from '../../lib/texts';
import { ScreenError } from '../ScreenError';

const replayRoute: RouteObject = {
  path: '/support/replay',
  errorElement: <ScreenError />,
  HydrateFallback: () => null,
  lazy: async () => {
    const [{ ReplayPage }] = await Promise.all([import('./ReplayPage'), wholeTexts()]);
    return { Component: ReplayPage };
  },
};

/** Where support steps through a trace: a page only where the operator's setting says so, not found elsewhere. */
export const replayRoutes = ({ supportReplay }: Pick<RuntimeSettings, 'supportReplay'>): RouteObject[] =>
  supportReplay ? [replayRoute] : [];
