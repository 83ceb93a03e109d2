import type { GeoPoint } from '../../lib/location';
import type { View } from './geography';
import { use, useId, useState } from 'react';
import { lazyPart } from '../lazyPart';
import { ReplayContext } from '../replay';
import { T } from '../text';
import styles from './Map.module.css';

export interface MapPlace extends GeoPoint {
  name: string;
}

export interface MapProps {
  /** The position of the pin, or null if there is none. */
  point: GeoPoint | null;
  /** The map shows this point while there is no pin. */
  centre: GeoPoint;
  zoom: number;
  places: readonly MapPlace[];
  label: string;
  onMove: (point: GeoPoint) => void;
  onView: (view: View) => void;
}

// Maps are large, so the form renders first and the map loads into its reserved space.
const waiting = <div className={styles.map} />;
const LeafletMap = lazyPart(async () => (await import('./LeafletMap')).LeafletMap, waiting);
const GoogleMap = lazyPart(async () => (await import('./GoogleMap')).GoogleMap, waiting);

interface PlaceMapProps extends MapProps {
  /** Null selects our own map. */
  googleKey: string | null;
  /** Where the pin is; empty if no known place is near. */
  placeName: string;
}

/**
 * A map with a pin that the user sets, drags or moves by keys. It uses Google's map if the key works, otherwise our
 * own.
 */
export const PlaceMap = ({ googleKey, placeName, ...props }: PlaceMapProps) => {
  const id = useId();
  // A replay sends no requests to other servers.
  const isReplay = use(ReplayContext) !== null;
  const [googleFailed, setGoogleFailed] = useState(isReplay);
  const { point, label } = props;
  return (
    <div className="grid gap-8" role="group" aria-label={label} aria-describedby={`${id}-at`}>
      {googleKey !== null && !googleFailed ? (
        <GoogleMap {...props} googleKey={googleKey} onFailed={() => setGoogleFailed(true)} />
      ) : (
        <LeafletMap {...props} />
      )}
      <p id={`${id}-at`} className="hint" role="status">
        {point && placeName ? (
          <T id="ui.map.at" values={{ place: placeName }} />
        ) : (
          <T id={point ? 'ui.map.set' : 'ui.map.none'} />
        )}
      </p>
      <T as="p" className="hint" id="ui.map.help" />
    </div>
  );
};
