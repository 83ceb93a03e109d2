import { useEffect, useEffectEvent, useState } from 'react';
import GoogleMapReact from 'google-map-react';
import { useText } from '../text';
import type { MapProps } from './PlaceMap';
import { rounded } from '../../lib/location';
import { movePoint, stepOf } from './geography';
import styles from './Map.module.css';

interface GoogleMapProps extends MapProps {
  googleKey: string;
  /** Runs when the script fails to load or Google rejects the key. */
  onFailed: () => void;
}

/** How far an arrow key moves the pin, in pixels. */
const STEP = 10;

/** Google calls this global function when it rejects a key; the loader library does not report it. */
const authFailure = globalThis as { gm_authFailure?: () => void };

interface PinProps {
  lat: number;
  lng: number;
  label: string;
  onKey: (event: React.KeyboardEvent) => void;
}

const Pin = ({ label, onKey }: PinProps) => (
  <button type="button" className={styles.googlePin} aria-label={label} onKeyDown={onKey}>
    <span />
  </button>
);

/** Google's map with a pin. A click sets the pin, and arrow keys move it. */
export const GoogleMap = (props: GoogleMapProps) => {
  const { point, centre, zoom, label, googleKey, onMove, onView, onFailed } = props;
  const t = useText();
  const [shownZoom, setShownZoom] = useState(zoom);
  const at = point ?? centre;
  const refuse = useEffectEvent(onFailed);
  useEffect(() => {
    authFailure.gm_authFailure = () => refuse();
    return () => void delete authFailure.gm_authFailure;
  }, []);
  const handleKey = (event: React.KeyboardEvent) => {
    const step = stepOf(event.key, STEP);
    if (!step || !point) return;
    event.preventDefault();
    onMove(rounded(movePoint(point, shownZoom, ...step)));
  };
  return (
    <div className={styles.map} aria-label={t('ui.map.help')}>
      <GoogleMapReact
        bootstrapURLKeys={{ key: googleKey }}
        center={{ lat: at.latitude, lng: at.longitude }}
        zoom={zoom}
        yesIWantToUseGoogleMapApiInternals
        onGoogleApiLoaded={({ maps }: { maps: unknown }) => {
          // The library reports success even when the maps are missing.
          if (maps === null) onFailed();
        }}
        onClick={({ lat, lng }) => onMove(rounded({ latitude: lat, longitude: lng }))}
        onChange={({ center, zoom: next }) => {
          setShownZoom(next);
          onView({ latitude: center.lat, longitude: center.lng, zoom: next });
        }}
      >
        {point && <Pin lat={point.latitude} lng={point.longitude} label={label} onKey={handleKey} />}
      </GoogleMapReact>
    </div>
  );
};
