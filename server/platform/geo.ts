import { ERROR_KEYS } from '../../contract/constants/errorKeys';
import { invalid } from './errors';

/** A point in degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** Mean radius of the earth in km (IUGG). */
const EARTH_RADIUS_KM = 6371.0088;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the great-circle distance of two points in km, by the haversine formula. */
export const distanceKm = (from: Point, to: Point): number => {
  const latitudes = Math.sin(radians(to.latitude - from.latitude) / 2);
  const longitudes = Math.sin(radians(to.longitude - from.longitude) / 2);
  const chord =
    latitudes * latitudes + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * longitudes * longitudes;
  // Rounding can lift the chord of two opposite points over 1, where asin returns NaN.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
};

/** Returns the distance to the nearest place in km, or null when either side has no position. */
export const nearestDistanceKm = (from: Point | null, places: readonly Point[]): number | null =>
  from === null || places.length === 0 ? null : Math.min(...places.map((place) => distanceKm(from, place)));

/** Parses a `"latitude, longitude"` text. Throws 400 on `field` for a point that is not on the globe. */
export const parsePoint = (text: string, field: string): Point => {
  const [latitude = NaN, longitude = NaN] = text.split(',').map(Number);
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) throw invalid({ [field]: ERROR_KEYS.fieldInvalid });
  return { latitude, longitude };
};
