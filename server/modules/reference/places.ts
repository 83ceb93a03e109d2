import { readFileSync } from 'node:fs';
import { fold } from '../../../contract/constants/text';
import { fromRoot } from '../../platform/environment';
import { PLACES_MAX } from '../../../contract/constants/limits';
import type { NearbyPlace, Place } from '../../../contract/schemas/reference';

/** Province, district, neighbourhood or village, city abroad. `x` is a point in a country that is not offered. */
type PlaceKind = 'p' | 'd' | 'n' | 'c' | 'x';

interface PlaceRow {
  kind: PlaceKind;
  name: string;
  /** The containing places, such as "Kadıköy, İstanbul" or "Texas, US". */
  within: string;
  countryCode: string;
  latitude: number;
  longitude: number;
  population: number;
  /** The population, or that of the containing place if it is larger: few neighbourhoods have a population of their own. */
  size: number;
  folded: string;
}

const KINDS: readonly string[] = ['p', 'd', 'n', 'c', 'x'];

let rows: readonly PlaceRow[] | null = null;

const kindOf = (text: string): PlaceKind => (KINDS.includes(text) ? (text as PlaceKind) : 'x');

/** Parses the file. About 21,000 rows share a few hundred values of `within`, so each value is kept once. */
const parse = (text: string): PlaceRow[] => {
  const known = new Map<string, string>();
  const once = (value: string) => known.get(value) ?? (known.set(value, value), value);
  return text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return [];
    const [kind = '', name = '', within = '', country = '', latitude, longitude, population] = line.split('\t');
    const folded = fold(name);
    return [
      {
        kind: kindOf(kind),
        // Copies the name, because a slice would keep the whole file in memory.
        name: Buffer.from(name).toString(),
        within: once(within),
        countryCode: once(country),
        latitude: Number(latitude),
        longitude: Number(longitude),
        population: Number(population),
        size: Number(population),
        folded: Buffer.from(folded).toString(),
      },
    ];
  });
};

/** Returns the name with its containing places: "İstanbul", "Moda, Kadıköy, İstanbul", "Austin, Texas, US". */
const fullName = ({ name, within }: PlaceRow): string => (within === '' ? name : `${name}, ${within}`);

/** Gives each neighbourhood the size of the district or province that contains it. */
const withSizes = (places: PlaceRow[]): PlaceRow[] => {
  const containing = new Map(
    places.filter(({ kind }) => kind === 'p' || kind === 'd').map((row) => [fullName(row), row.population]),
  );
  for (const row of places) if (row.kind === 'n') row.size = Math.max(row.population, containing.get(row.within) ?? 0);
  return places;
};

/** Returns every place. The first call reads the bundled file (about 60 ms) and keeps it (about 4 MB). */
export const allPlaces = (): readonly PlaceRow[] => {
  rows ??= withSizes(parse(readFileSync(fromRoot('server/modules/reference/data/places.tsv'), 'utf8')));
  return rows;
};

interface Point {
  latitude: number;
  longitude: number;
}

/** A place with the ISO alpha-2 code of its country. */
interface LocatedPlace extends Place {
  countryCode: string;
}

const NEARBY_MAX = 60;
/** Below this zoom a map shows only provinces, districts and cities. */
const NEIGHBOURHOOD_ZOOM = 8;
const NEAREST_KM = 150;
const KM_PER_DEGREE = 111.2;
/** The largest map with labels, and the size of one label, in pixels. */
const MAP = { width: 1000, height: 600 };
const LABEL = { width: 100, height: 36 };
/**
 * Ranks provinces first, then districts and cities abroad, then neighbourhoods. Population ranks places of one kind.
 */
const WEIGHT = { p: 1e9, d: 1e8, c: 1e8, n: 0, x: 0 } as const;

const weightOf = ({ kind, population }: PlaceRow): number => WEIGHT[kind] + population;
const byWeight = (a: PlaceRow, b: PlaceRow): number => weightOf(b) - weightOf(a);

/**
 * Returns how well a row matches: 3 for the exact name, 2 for the start of the name, 1 for the start of a later word,
 * 0 for no match. Text after a comma must match the start of a containing place.
 */
const rankOf = (row: PlaceRow, wanted: string, wantedParts: readonly string[]): number => {
  if (row.kind === 'x') return 0;
  if (wantedParts.length > 1) {
    const [first = '', ...rest] = wantedParts;
    if (!row.folded.startsWith(first)) return 0;
    const within = `, ${fold(row.within)}`;
    if (!rest.every((part) => within.includes(`, ${part}`))) return 0;
    return row.folded === first ? 3 : 2;
  }
  if (row.folded === wanted) return 3;
  if (row.folded.startsWith(wanted)) return 2;
  return row.folded.includes(` ${wanted}`) ? 1 : 0;
};

const squareKm = (row: Point, { latitude, longitude }: Point, shrink: number): number => {
  const turn = Math.abs(row.longitude - longitude);
  return (row.latitude - latitude) ** 2 + (Math.min(turn, 360 - turn) * shrink) ** 2;
};

/** At this distance a place counts half as much as one of the same size next to the searcher. */
const HALF_KM = 50;

/** Returns a place's size, reduced by its distance from `near`. Every kind of place has its own weight. */
const scoreOf = (row: PlaceRow, near: Point | undefined): number => {
  if (!near) return row.size;
  const shrink = Math.cos((near.latitude * Math.PI) / 180);
  const halves = squareKm(row, near, shrink) * (KM_PER_DEGREE / HALF_KM) ** 2;
  return (row.size + 1) / (1 + halves);
};

/** Coordinates in the wire's form. */
const COORDINATES = /^ *([+-]?\d{1,3}(?:\.\d+)?) *, *([+-]?\d{1,3}(?:\.\d+)?) *$/;

const pointOf = (q: string): Point | null => {
  const [, latitude, longitude] = COORDINATES.exec(q) ?? [];
  return latitude === undefined ? null : { latitude: Number(latitude), longitude: Number(longitude) };
};

/** Returns a point of the wanted country with the name of the nearest place, else nothing. */
const searchPoint = (point: Point, countryCode: string | undefined): Place[] => {
  if (Math.abs(point.latitude) > 90 || Math.abs(point.longitude) > 180) return [];
  const place = nearestPlace(point);
  const isWanted = countryCode === undefined || nearestCountry(point) === countryCode;
  return place && isWanted ? [{ ...point, name: place.name }] : [];
};

interface SearchScope {
  /** Only places of this country (ISO alpha-2). */
  countryCode?: string | undefined;
  /** Of places with one name, the nearer to this point come first. */
  near?: Point | undefined;
}

/**
 * Searches places by folded name and returns at most ten: exact names first, then names with that start, then names
 * with a word with that start; larger and nearer places first. "moda, kadı" finds Moda in a place whose name starts
 * with Kadı. Coordinates find their own point.
 */
export const searchPlaces = (q: string, { countryCode, near }: SearchScope = {}): Place[] => {
  const point = pointOf(q);
  if (point) return searchPoint(point, countryCode);
  const wanted = fold(q);
  const parts = wanted.split(',').map((part) => part.trim());
  const wantedParts = parts.filter((part) => part !== '');
  if (wantedParts.length === 0) return [];
  const sole = wantedParts.length === 1 ? (wantedParts[0] ?? '') : wanted;
  const found: { row: PlaceRow; rank: number; score: number }[] = [];
  for (const row of allPlaces()) {
    if (countryCode !== undefined && row.countryCode !== countryCode) continue;
    const rank = rankOf(row, sole, wantedParts);
    if (rank > 0) found.push({ row, rank, score: scoreOf(row, near) });
  }
  return found
    .sort((a, b) => b.rank - a.rank || WEIGHT[b.row.kind] - WEIGHT[a.row.kind] || b.score - a.score)
    .slice(0, PLACES_MAX)
    .map(({ row }) => ({ name: fullName(row), latitude: row.latitude, longitude: row.longitude }));
};

/** Returns the pixel of a point on a Web Mercator map with 256-pixel tiles. */
const pixelOf = ({ latitude, longitude }: Point, zoom: number): { x: number; y: number } => {
  const size = 256 * 2 ** zoom;
  // The map ends near 85 degrees.
  const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
  return {
    x: ((longitude + 180) / 360) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  };
};

/**
 * Returns at most 60 places for the labels of a map of about 1000 × 600 pixels, the most important first. It leaves
 * out places whose labels would overlap.
 */
export const nearbyPlaces = ({ latitude, longitude, zoom }: Point & { zoom: number }): NearbyPlace[] => {
  const centre = pixelOf({ latitude, longitude }, zoom);
  const degreesPerPixel = 360 / (256 * 2 ** zoom);
  const half = (MAP.width / 2) * degreesPerPixel;
  const [west, east] = [longitude - half, longitude + half];
  // A degree of latitude has at least as many pixels as a degree of longitude, so this range is never too small.
  const tall = (MAP.height / 2) * degreesPerPixel;
  const [south, north] = [latitude - tall, latitude + tall];
  const inView: { row: PlaceRow; x: number; y: number }[] = [];
  for (const row of allPlaces()) {
    if (row.latitude < south || row.latitude > north || row.longitude < west || row.longitude > east) continue;
    if (row.kind === 'x' || (row.kind === 'n' && zoom < NEIGHBOURHOOD_ZOOM)) continue;
    const { x, y } = pixelOf(row, zoom);
    if (Math.abs(y - centre.y) <= MAP.height / 2) inView.push({ row, x, y });
  }
  inView.sort((a, b) => byWeight(a.row, b.row));
  const shown: typeof inView = [];
  for (const one of inView) {
    if (shown.length >= NEARBY_MAX) break;
    const fits = shown.every(
      (other) => Math.abs(other.x - one.x) >= LABEL.width || Math.abs(other.y - one.y) >= LABEL.height,
    );
    if (fits) shown.push(one);
  }
  return shown.map(({ row }) => ({
    name: row.name,
    fullName: fullName(row),
    latitude: row.latitude,
    longitude: row.longitude,
  }));
};

const nearestOf = (point: Point, isWanted: (row: PlaceRow) => boolean): PlaceRow | null => {
  const shrink = Math.cos((point.latitude * Math.PI) / 180);
  let nearest: PlaceRow | null = null;
  let least = (NEAREST_KM / KM_PER_DEGREE) ** 2;
  for (const row of allPlaces()) {
    const far = squareKm(row, point, shrink);
    if (far <= least && isWanted(row)) {
      nearest = row;
      least = far;
    }
  }
  return nearest;
};

/** Returns the place nearest to a point within 150 km, else null. */
export const nearestPlace = (point: Point): LocatedPlace | null => {
  const row = nearestOf(point, ({ kind }) => kind !== 'x');
  const { latitude = 0, longitude = 0 } = row ?? {};
  return row && { name: fullName(row), latitude, longitude, countryCode: row.countryCode };
};

/**
 * Returns the country (ISO alpha-2) of the place nearest to a point, including countries that are not offered; null
 * when no place is within 150 km.
 */
export const nearestCountry = (point: Point): string | null => nearestOf(point, () => true)?.countryCode ?? null;
