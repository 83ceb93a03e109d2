import type { GeoPoint } from '../../lib/location';
import { readSettings } from '../../lib/settings';

/** The visible part of a map: its centre and zoom. */
export interface View extends GeoPoint {
  zoom: number;
}

const TILE = 256;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Projects a point to Web Mercator (EPSG:3857) in pixels at a zoom: x grows to the east, y to the south. */
export const project = ({ latitude, longitude }: GeoPoint, zoom: number): { x: number; y: number } => {
  const world = TILE * 2 ** zoom;
  const sine = Math.sin(radians(Math.max(-85.05, Math.min(85.05, latitude))));
  return {
    x: ((longitude + 180) / 360) * world,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world,
  };
};

/** Returns the point that lies `dx` pixels to the east and `dy` pixels to the south. */
export const movePoint = (point: GeoPoint, zoom: number, dx: number, dy: number): GeoPoint => {
  const world = TILE * 2 ** zoom;
  const { x, y } = project(point, zoom);
  const longitude = ((x + dx) / world) * 360 - 180;
  const n = Math.PI - (2 * Math.PI * (y + dy)) / world;
  return { latitude: (Math.atan(Math.sinh(n)) * 180) / Math.PI, longitude };
};

/** Returns an arrow key's step as pixels to the east and south; null for other keys. */
export const stepOf = (key: string, pixels: number): [number, number] | null => {
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [-pixels, 0],
    ArrowRight: [pixels, 0],
    ArrowUp: [0, -pixels],
    ArrowDown: [0, pixels],
  };
  return steps[key] ?? null;
};

/** A server of map tiles in the XYZ scheme. `url` contains {z}, {x} and {y}; `attribution` is plain text. */
export interface TileSource {
  url: string;
  attribution: string;
}

/** Returns the operator's tile server, or null without one (docs/OPERATIONS.md#maps). */
export const tileSource = (): TileSource | null => {
  const { mapTilesUrl: url, mapAttribution } = readSettings();
  return url === null ? null : { url, attribution: mapAttribution ?? '' };
};

/**
 * Tile servers such as OpenStreetMap's refuse requests that do not name the site. Tiles alone get its origin; the page
 * itself sends no referrer.
 */
export const TILE_REFERRER = 'strict-origin';
export const TILE_ZOOM_MAX = 18;

/** One tile of a still map and its place in pixels from the upper left corner. */
interface Tile {
  src: string;
  left: number;
  top: number;
}

/** Returns the tiles of a picture of `width` × `height` pixels with the point in its middle. */
export const tilesAround = (
  point: GeoPoint,
  zoom: number,
  { url, width, height }: { url: string; width: number; height: number },
): Tile[] => {
  const { x, y } = project(point, zoom);
  const [west, north] = [x - width / 2, y - height / 2];
  const count = 2 ** zoom;
  const tiles: Tile[] = [];
  for (let row = Math.floor(north / TILE); row * TILE < north + height; row += 1) {
    if (row < 0 || row >= count) continue;
    for (let column = Math.floor(west / TILE); column * TILE < west + width; column += 1) {
      // East of the 180th meridian the map starts again.
      const at = ((column % count) + count) % count;
      const src = url.replace('{z}', String(zoom)).replace('{x}', String(at)).replace('{y}', String(row));
      tiles.push({ src, left: Math.round(column * TILE - west), top: Math.round(row * TILE - north) });
    }
  }
  return tiles;
};
