import { T } from '../text';
import { type TileSource, project, TILE_REFERRER, tilesAround, tileSource } from './geography';
import styles from './Map.module.css';
import { use, useState } from 'react';
import { cx } from '../cx';
import type { MapPlace } from './PlaceMap';
import type { GeoPoint } from '../../lib/location';
import { ReplayContext } from '../replay';
import { StillGround } from './StillGround';

/** Names the source of a map: the operator's text for tiles, and the sources of the bundled map. */
export const Attribution = ({ tiles }: { tiles: TileSource | null }) => (
  <p className={styles.attribution}>{tiles ? tiles.attribution : <T id="ui.map.sources" />}</p>
);

/** The width of the still map: docs/PRODUCT.md#profile. */
const WIDTH = 490;
const HEIGHT = 175;
/** The space of a label in pixels; of two overlapping labels only the first is shown. */
const LABEL_WIDTH = 90;
const LABEL_HEIGHT = 16;
/** A phone may cut names that begin outside this range, in px from the left. */
const ALWAYS_VISIBLE = { from: 110, to: 290 };

interface StaticMapProps {
  point: GeoPoint;
  zoom: number;
  places: readonly MapPlace[];
  /** Null draws the map from the places around the point. */
  googleKey: string | null;
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

interface PlaceLabel {
  name: string;
  x: number;
  y: number;
}

/** Returns the visible places whose labels overlap neither the pin nor each other. */
const placeLabels = (point: GeoPoint, zoom: number, places: readonly MapPlace[]): PlaceLabel[] => {
  const centre = project(point, zoom);
  const labels: PlaceLabel[] = [];
  for (const place of places) {
    const { x, y } = project(place, zoom);
    const candidate = { name: place.name, x: x - centre.x + WIDTH / 2, y: y - centre.y + HEIGHT / 2 };
    const isInside =
      candidate.x > 4 && candidate.x < WIDTH - LABEL_WIDTH && candidate.y > LABEL_HEIGHT && candidate.y < HEIGHT - 6;
    const overlaps = (other: { x: number; y: number }) =>
      Math.abs(other.x - candidate.x) < LABEL_WIDTH && Math.abs(other.y - candidate.y) < LABEL_HEIGHT;
    if (isInside && !labels.some(overlaps) && !overlaps({ x: WIDTH / 2, y: HEIGHT / 2 - 10 })) labels.push(candidate);
  }
  return labels;
};

const Pin = () => (
  <g transform={`translate(${WIDTH / 2} ${HEIGHT / 2})`}>
    <path className={styles.needle} d="M0 0C-9-11-11-15-11-20a11 11 0 1 1 22 0c0 5-2 9-11 20z" />
    <circle className={styles.needleEye} cy={-20} r={4} />
  </g>
);

interface TiledMapProps {
  point: GeoPoint;
  zoom: number;
  tiles: TileSource;
  label: string;
  onFailed: () => void;
}

/** The operator's tiles around the point. */
const TiledMap = ({ point, zoom, tiles, label, onFailed }: TiledMapProps) => (
  <div className={styles.stillFrame}>
    <div className={cx(styles.still, styles.tiled)} role="img" aria-label={label}>
      <div className={styles.tiles}>
        {tilesAround(point, zoom, { url: tiles.url, width: WIDTH, height: HEIGHT }).map(({ src, left, top }) => (
          <img key={src} src={src} alt="" referrerPolicy={TILE_REFERRER} style={{ left, top }} onError={onFailed} />
        ))}
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
          <Pin />
        </svg>
      </div>
    </div>
    <Attribution tiles={tiles} />
  </div>
);

/**
 * A still map of a place, 490 × 175 px: Google's with a key, the operator's tiles if there are any, otherwise the
 * bundled map.
 */
export const StaticMap = ({ point, zoom, places, googleKey: key, label }: StaticMapProps) => {
  // A replay asks no other server.
  const isReplay = use(ReplayContext) !== null;
  const googleKey = isReplay ? null : key;
  const [tiles, setTiles] = useState(isReplay ? null : tileSource);
  if (googleKey === null && tiles !== null)
    return <TiledMap point={point} zoom={zoom} tiles={tiles} label={label} onFailed={() => setTiles(null)} />;
  if (googleKey !== null)
    return (
      <img
        className={styles.still}
        src={googleAddress(point, zoom, googleKey)}
        alt={label}
        width={WIDTH}
        height={HEIGHT}
        loading="lazy"
      />
    );
  return (
    <div className={styles.stillFrame}>
      {/* A narrow screen cuts off the sides, because smaller names would be unreadable. */}
      <svg
        className={styles.still}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="xMidYMid slice"
        width={WIDTH}
        height={HEIGHT}
        role="img"
      >
        <title>{label}</title>
        <StillGround point={point} zoom={zoom} width={WIDTH} height={HEIGHT} />
        {placeLabels(point, zoom, places).map(({ name, x, y }) => (
          <g
            key={`${name}-${x}`}
            className={cx((x < ALWAYS_VISIBLE.from || x > ALWAYS_VISIBLE.to) && styles.edge)}
            transform={`translate(${x} ${y})`}
          >
            <circle className={styles.spot} r={3} />
            <text className={styles.spotName} x={7} y={4}>
              {name}
            </text>
          </g>
        ))}
        <Pin />
      </svg>
      <Attribution tiles={null} />
    </div>
  );
};
