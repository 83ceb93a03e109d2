import { useSyncExternalStore } from 'react';
import { MINUTE } from '../../contract/constants/time';
import { formatDay, formatTime, whenValues } from '../lib/dates';
import { clockAhead, serverNow, watchClock } from '../lib/serverClock';
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

interface OfflineBarProps {
  /** The page shows what this device kept. */
  isKept?: boolean;
  /** Milliseconds since 1970: from when that is, or null if unknown. */
  shownFrom?: number | null;
}

export const OfflineBar = ({ isKept = false, shownFrom = null }: OfflineBarProps) => {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const isShown = !online || isKept;
  return (
    <div role="status" className={isShown ? styles.bar : undefined}>
      {isShown && (
        <p className="row in-middle gap-8 size-14">
          <Icon name="offline" size={18} />
          {shownFrom === null ? (
            <T id="ui.offline" />
          ) : (
            <T id="ui.offlineFrom" values={whenValues(new Date(shownFrom).toISOString(), serverNow())} />
          )}
        </p>
      )}
    </div>
  );
};

/** Milliseconds that a device's clock may be wrong without misleading somebody who compares it with the page. */
const CLOCK_TOLERANCE = 3 * MINUTE;

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
