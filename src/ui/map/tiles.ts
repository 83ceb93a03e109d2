import type { GeoPoint } from '../../lib/location';
import { readSettings } from '../../lib/settings';
import { project } from './mercator';

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
const TILE = 256;

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
