import { useSyncExternalStore } from 'react';
import { formatDay, formatTime } from '../lib/dates';
import { clockAhead, watchClock } from '../lib/serverClock';
import { Icon } from './icons';
import { T } from './text';
import { useNowEach } from './ticker';

const subscribe = (onChange: () => void) => {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
};

export const OfflineBar = () => {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className="row in-middle gap-8 warning size-14 snug">
          <Icon name="offline" size={18} />
          <T id="ui.offline" />
        </p>
      )}
    </div>
  );
};

/** Milliseconds that a device's clock may be wrong without misleading somebody who compares it with the page. */
const CLOCK_TOLERANCE = 3 * 60_000;

const ServerTime = () => {
  const now = new Date(useNowEach(60)).toISOString();
  return <T id="ui.wrongClock" values={{ date: formatDay(now), time: formatTime(now) }} />;
};

/** Says that the device's clock is wrong, because the times on the page then differ from it. */
export const WrongClockBar = () => {
  const isWrong = useSyncExternalStore(watchClock, () => Math.abs(clockAhead()) > CLOCK_TOLERANCE);
  return (
    <div role="status">
      {isWrong && (
        <p className="row in-middle gap-8 warning size-14 snug">
          <Icon name="clock" size={18} />
          <ServerTime />
        </p>
      )}
    </div>
  );
};
