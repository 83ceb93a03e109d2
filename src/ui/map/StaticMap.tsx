import { use, useState } from 'react';
import type { GeoPoint } from '../../lib/location';
import { readSettings } from '../../lib/settings';
import { cx } from '../cx';
import { Icon } from '../icons';
import { ReplayContext } from '../replay';
import { T } from '../text';
import { TILE_REFERRER, tilesAround, tileSource, type TileSource } from './geography';
import styles from './Map.module.css';

/** Names the source of a map: the operator's text for tiles, and the sources of the names. */
export const Attribution = ({ tiles }: { tiles: TileSource | null }) => (
  <p className={styles.attribution}>{tiles ? tiles.attribution : <T id="ui.map.sources" />}</p>
);

/** The size of the still map: docs/PRODUCT.md#profile. */
const WIDTH = 490;
const HEIGHT = 175;

interface StaticMapProps {
  point: GeoPoint;
  zoom: number;
  label: string;
}

const googleAddress = ({ latitude, longitude }: GeoPoint, zoom: number, key: string): string =>
  `https://maps.googleapis.com/maps/api/staticmap?${new URLSearchParams({
    center: `${latitude},${longitude}`,
    zoom: String(zoom),
    size: `${WIDTH}x${HEIGHT}`,
    scale: '2',
    markers: `${latitude},${longitude}`,
    key,
  })}`;

interface TiledMapProps extends StaticMapProps {
  tiles: TileSource;
  onFailed: () => void;
}

/** The operator's tiles around the point. A narrow screen cuts off the sides. */
const TiledMap = ({ point, zoom, tiles, label, onFailed }: TiledMapProps) => (
  <span className={styles.stillFrame}>
    <span className={cx(styles.still, styles.tiled)} role="img" aria-label={label}>
      <span className={styles.tiles}>
        {tilesAround(point, zoom, { url: tiles.url, width: WIDTH, height: HEIGHT }).map(({ src, left, top }) => (
          <img key={src} src={src} alt="" referrerPolicy={TILE_REFERRER} style={{ left, top }} onError={onFailed} />
        ))}
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
          <g transform={`translate(${WIDTH / 2} ${HEIGHT / 2})`}>
            <path className={styles.needle} d="M0 0C-9-11-11-15-11-20a11 11 0 1 1 22 0c0 5-2 9-11 20z" />
            <circle className={styles.needleEye} cy={-20} r={4} />
          </g>
        </svg>
      </span>
    </span>
    <Attribution tiles={tiles} />
  </span>
);

/**
 * The picture of a place: Google's if there is a key, else the operator's tiles; nothing if neither exists or loads.
 */
const Picture = ({ point, zoom, label }: StaticMapProps) => {
  // A replay sends no requests to other servers.
  const isReplay = use(ReplayContext) !== null;
  const [hasFailed, setHasFailed] = useState(false);
  const handleFailed = () => setHasFailed(true);
  const { googleMapsKey } = readSettings();
  const tiles = tileSource();
  if (isReplay || hasFailed) return null;
  if (googleMapsKey !== null)
    return (
      <img
        className={styles.still}
        src={googleAddress(point, zoom, googleMapsKey)}
        alt={label}
        width={WIDTH}
        height={HEIGHT}
        loading="lazy"
        onError={handleFailed}
      />
    );
  return tiles && <TiledMap point={point} zoom={zoom} label={label} tiles={tiles} onFailed={handleFailed} />;
};

/** A place with a link to a map of the point, and a still map of 490 × 175 px if there is one. */
export const StaticMap = (props: StaticMapProps) => {
  const { latitude, longitude } = props.point;
  return (
    <span className="stack at-start gap-8">
      <Picture {...props} />
      <a
        className={styles.link}
        href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        <Icon name="pin" size={18} />
        <T id="conversation.openMap" />
      </a>
    </span>
  );
};
