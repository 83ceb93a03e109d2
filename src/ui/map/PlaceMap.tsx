import { Suspense, lazy, useId, useState } from 'react';
import { T } from '../text';
import type { MapProps } from './mapProps';
import styles from './Map.module.css';

// Maps are heavy: the form stands before them, and they come where their room was kept.
const LeafletMap = lazy(async () => ({ default: (await import('./LeafletMap')).LeafletMap }));
const GoogleMap = lazy(async () => ({ default: (await import('./GoogleMap')).GoogleMap }));

interface PlaceMapProps extends MapProps {
  /** Null: the bundled map. */
  googleKey: string | null;
}

/** A map with a pin to be put, dragged or moved by keys: Google's with a key that works, the bundled one else. */
export const PlaceMap = ({ googleKey, ...props }: PlaceMapProps) => {
  const id = useId();
  const [googleFailed, setGoogleFailed] = useState(false);
  const { point, label } = props;
  return (
    <div className={styles.field} role="group" aria-label={label} aria-describedby={`${id}-at`}>
      <Suspense fallback={<div className={styles.map} />}>
        {googleKey !== null && !googleFailed ? (
          <GoogleMap {...props} googleKey={googleKey} onFailed={() => setGoogleFailed(true)} />
        ) : (
          <LeafletMap {...props} />
        )}
      </Suspense>
      <p id={`${id}-at`} className={styles.at} role="status">
        {point ? (
          <T id="ui.map.at" values={{ latitude: point.latitude.toFixed(4), longitude: point.longitude.toFixed(4) }} />
        ) : (
          <T id="ui.map.none" />
        )}
      </p>
      <p className={styles.help}>
        <T id="ui.map.help" />
      </p>
    </div>
  );
};
