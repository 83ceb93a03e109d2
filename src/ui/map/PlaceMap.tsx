import { Suspense, lazy, use, useId, useState } from 'react';
import { ReplayContext } from '../replay';
import { T } from '../text';
import type { MapProps } from './mapProps';
import styles from './Map.module.css';

// Maps are large, so the form renders first and the map loads into its reserved space.
const LeafletMap = lazy(async () => ({ default: (await import('./LeafletMap')).LeafletMap }));
const GoogleMap = lazy(async () => ({ default: (await import('./GoogleMap')).GoogleMap }));

interface PlaceMapProps extends MapProps {
  /** Null selects the bundled map. */
  googleKey: string | null;
}

/**
 * A map with a pin that the user sets, drags or moves by keys. It uses Google's map if the key works, otherwise the
 * bundled one.
 */
export const PlaceMap = ({ googleKey, ...props }: PlaceMapProps) => {
  const id = useId();
  // A replay asks no other server.
  const isReplay = use(ReplayContext) !== null;
  const [googleFailed, setGoogleFailed] = useState(isReplay);
  const { point, label } = props;
  return (
    <div className="grid gap-8" role="group" aria-label={label} aria-describedby={`${id}-at`}>
      <Suspense fallback={<div className={styles.map} />}>
        {googleKey !== null && !googleFailed ? (
          <GoogleMap {...props} googleKey={googleKey} onFailed={() => setGoogleFailed(true)} />
        ) : (
          <LeafletMap {...props} />
        )}
      </Suspense>
      <p id={`${id}-at`} className="hint" role="status">
        {point ? (
          <T id="ui.map.at" values={{ latitude: point.latitude.toFixed(4), longitude: point.longitude.toFixed(4) }} />
        ) : (
          <T id="ui.map.none" />
        )}
      </p>
      <p className="hint">
        <T id="ui.map.help" />
      </p>
    </div>
  );
};
