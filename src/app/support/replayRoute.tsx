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

/** Returns the route where support replays traces; none if the operator's setting is off. */
export const replayRoutes = ({ supportReplay }: Pick<RuntimeSettings, 'supportReplay'>): RouteObject[] =>
  supportReplay ? [replayRoute] : [];
