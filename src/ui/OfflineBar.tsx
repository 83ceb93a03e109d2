import { useSyncExternalStore } from 'react';
import { Icon } from './icons';
import { T } from './text';
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
