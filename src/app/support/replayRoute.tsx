import type { RouteObject } from 'react-router-dom';
import { wholeTexts } from '../../lib/texts';
import { ScreenError } from '../ScreenError';

/** Where support steps through a trace; it is a route only where the operator's setting says so. */
export const replayRoute: RouteObject = {
  path: '/support/replay',
  errorElement: <ScreenError />,
  HydrateFallback: () => null,
  lazy: async () => {
    const [{ ReplayPage }] = await Promise.all([import('./ReplayPage'), wholeTexts()]);
    return { Component: ReplayPage };
  },
};
