import { screen } from '@testing-library/react';
import { HOUR } from '../../../contract/constants/time';
import { OfflineBar } from '../../../src/ui/OfflineBar';
import { renderUi } from '../../support/renderUi';

const NOON = Date.parse('2026-11-25T09:00:00Z');

beforeEach(() => jest.useFakeTimers({ now: NOON }));

it.each([
  ['nothing while the server answers', false, null, ''],
  ['that typed text is kept, before a page shows what the device kept', true, null, 'What you typed is kept.'],
  ['from when the page is', true, NOON - 2 * HOUR, 'Slow or no connection. This is from 10:00.'],
  [
    'the day, when that was yesterday',
    true,
    NOON - 20 * HOUR,
    'Slow or no connection. This is from 24/11/2026, 16:00.',
  ],
])('says %s', (_what, isKept, shownFrom, text) => {
  renderUi(<OfflineBar isKept={isKept} shownFrom={shownFrom} />);
  if (text === '') expect(screen.getByRole('status')).toBeEmptyDOMElement();
  else expect(screen.getByRole('status')).toHaveTextContent(text);
});
