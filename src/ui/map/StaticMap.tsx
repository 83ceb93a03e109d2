import { cx } from '../cx';
import type { MapPlace } from './mapProps';
import { project, type Point } from './mercator';
import styles from './Map.module.css';

/** The width of the still map: docs/PRODUCT.md#profile. */
const WIDTH = 490;
const HEIGHT = 175;
/** The space of a label in pixels; of two overlapping labels only the first is shown. */
const LABEL_WIDTH = 90;
const LABEL_HEIGHT = 16;
const GRID = 35;
/** A phone may cut names that begin outside this range, in px from the left. */
const ALWAYS_SEEN = { from: 110, to: 290 };

interface StaticMapProps {
  point: Point;
  zoom: number;
  places: readonly MapPlace[];
  /** Null draws the map from the places around the point. */
  googleKey: string | null;
  label: string;
}

const googleAddress = ({ latitude, longitude }: Point, zoom: number, key: string): string =>
  `https://maps.googleapis.com/maps/api/staticmap?${new URLSearchParams({
    center: `${latitude},${longitude}`,
    zoom: String(zoom),
    size: `${WIDTH}x${HEIGHT}`,
    scale: '2',
    markers: `${latitude},${longitude}`,
    key,
  })}`;

interface Spot {
  name: string;
  x: number;
  y: number;
}

/** Returns the visible places whose labels overlap neither the pin nor each other. */
const spotsOf = (point: Point, zoom: number, places: readonly MapPlace[]): Spot[] => {
  const centre = project(point, zoom);
  const spots: Spot[] = [];
  for (const place of places) {
    const { x, y } = project(place, zoom);
    const spot = { name: place.name, x: x - centre.x + WIDTH / 2, y: y - centre.y + HEIGHT / 2 };
    const isInside = spot.x > 4 && spot.x < WIDTH - LABEL_WIDTH && spot.y > LABEL_HEIGHT && spot.y < HEIGHT - 6;
    const covers = (other: { x: number; y: number }) =>
      Math.abs(other.x - spot.x) < LABEL_WIDTH && Math.abs(other.y - spot.y) < LABEL_HEIGHT;
    if (isInside && !spots.some(covers) && !covers({ x: WIDTH / 2, y: HEIGHT / 2 - 10 })) spots.push(spot);
  }
  return spots;
};

/** A still map of a place, 490 × 175 px: Google's with a key, otherwise the labelled places around the pin. */
export const StaticMap = ({ point, zoom, places, googleKey, label }: StaticMapProps) => {
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
    // A narrow screen cuts off the sides, because smaller names would be unreadable.
    <svg
      className={styles.still}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      width={WIDTH}
      height={HEIGHT}
      role="img"
    >
      <title>{label}</title>
      {Array.from({ length: Math.floor(WIDTH / GRID) }, (_, at) => (
        <line key={`x${at}`} className={styles.grid} x1={(at + 1) * GRID} x2={(at + 1) * GRID} y1={0} y2={HEIGHT} />
      ))}
      {Array.from({ length: Math.floor(HEIGHT / GRID) }, (_, at) => (
        <line key={`y${at}`} className={styles.grid} x1={0} x2={WIDTH} y1={(at + 1) * GRID} y2={(at + 1) * GRID} />
      ))}
      {spotsOf(point, zoom, places).map(({ name, x, y }) => (
        <g
          key={`${name}-${x}`}
          className={cx((x < ALWAYS_SEEN.from || x > ALWAYS_SEEN.to) && styles.edge)}
          transform={`translate(${x} ${y})`}
        >
          <circle className={styles.spot} r={3} />
          <text className={styles.spotName} x={7} y={4}>
            {name}
          </text>
        </g>
      ))}
      <g transform={`translate(${WIDTH / 2} ${HEIGHT / 2})`}>
        <path className={styles.needle} d="M0 0C-9-11-11-15-11-20a11 11 0 1 1 22 0c0 5-2 9-11 20z" />
        <circle className={styles.needleEye} cy={-20} r={4} />
      </g>
    </svg>
  );
};
