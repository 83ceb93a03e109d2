import { useSyncExternalStore } from 'react';
import { formatDay, formatTime } from '../lib/dates';
import { clockAhead, watchClock } from '../lib/serverClock';
import { Icon } from './icons';
import { T } from './text';
import { useNowEach } from './ticker';
import styles from './OfflineBar.module.css';

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
        <p className={styles.bar}>
          <Icon name="offline" size={18} />
          <T id="ui.offline" />
        </p>
      )}
    </div>
  );
};

/** Milliseconds by which a device's clock may be wrong before somebody who reads both could be misled. */
const CLOCK_TOLERANCE = 3 * 60_000;

const ServerTime = () => {
  const now = new Date(useNowEach(60)).toISOString();
  return <T id="ui.wrongClock" values={{ date: formatDay(now), time: formatTime(now) }} />;
};

/** Says that the clock of the device is wrong, since the times on the page are then others than the device's. */
export const WrongClockBar = () => {
  const isWrong = useSyncExternalStore(watchClock, () => Math.abs(clockAhead()) > CLOCK_TOLERANCE);
  return (
    <div role="status">
      {isWrong && (
        <p className={styles.bar}>
          <Icon name="clock" size={18} />
          <ServerTime />
        </p>
      )}
    </div>
  );
};
