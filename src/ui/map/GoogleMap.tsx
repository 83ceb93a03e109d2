import { useEffect, useEffectEvent, useState } from 'react';
import GoogleMapReact from 'google-map-react';
import { useText } from '../text';
import type { MapProps } from './mapProps';
import { moved, rounded, stepOf } from './mercator';
import styles from './Map.module.css';

interface GoogleMapProps extends MapProps {
  googleKey: string;
  /** The script did not come, or the key was refused. */
  onFailed: () => void;
}

/** How far an arrow key moves the pin, in pixels. */
const STEP = 10;

/** Google calls this one by its name when it refuses a key: the library does not hear of it. */
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

/** Google's map; a click puts the pin, arrow keys move it. */
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
    onMove(rounded(moved(point, shownZoom, ...step)));
  };
  return (
    <div className={styles.map} aria-label={t('ui.map.help')}>
      <GoogleMapReact
        bootstrapURLKeys={{ key: googleKey }}
        center={{ lat: at.latitude, lng: at.longitude }}
        zoom={zoom}
        yesIWantToUseGoogleMapApiInternals
        onGoogleApiLoaded={({ maps }: { maps: unknown }) => {
          // The library says it is loaded in either case.
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
