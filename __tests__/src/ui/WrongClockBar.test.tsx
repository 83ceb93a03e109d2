import { act, screen } from '@testing-library/react';
import { MINUTE } from '../../../contract/constants/time';
import { learnClock } from '../../../src/lib/serverClock';
import { WrongClockBar } from '../../../src/ui/OfflineBar';
import { useNow } from '../../../src/ui/ticker';
import { renderUi } from '../../support/renderUi';

const NOON = Date.parse('2026-11-25T09:00:00Z');

/** The device receives a response of a server whose clock is behind its own by so many minutes. */
const receive = (behind: number) =>
  act(async () => {
    const headers = {
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json',
      Date: new Date(Date.now() - behind * MINUTE).toUTCString(),
    };
    await learnClock(async () => new Response('{}', { headers }))('/api/user/me');
    jest.advanceTimersByTime(1000);
  });

const Clock = () => <time>{new Date(useNow()).toISOString()}</time>;

beforeEach(() => jest.useFakeTimers({ now: NOON }));
afterEach(() => receive(0));

it('says that the device’s clock is wrong, while the page shows the server’s time', async () => {
  renderUi(
    <>
      <WrongClockBar />
      <Clock />
    </>,
  );
  await receive(2);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await receive(7 * 60);
  expect(screen.getByRole('status')).toHaveTextContent('This device’s clock is wrong.');
  expect(screen.getByRole('status')).toHaveTextContent('it is 05:00 on 25/11/2026');
  expect(screen.getByRole('time')).toHaveTextContent(/^2026-11-25T02:00:0[0-2]/);
  await receive(0);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
