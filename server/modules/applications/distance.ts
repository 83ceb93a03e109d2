export interface Point {
  latitude: number;
  longitude: number;
}

/** Mean radius of the earth (IUGG), in km. */
const EARTH_RADIUS_KM = 6371.0088;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance of two points by the haversine formula, in km. API contract, section 6. */
export const distanceKm = (from: Point, to: Point): number => {
  const latitudes = Math.sin(radians(to.latitude - from.latitude) / 2);
  const longitudes = Math.sin(radians(to.longitude - from.longitude) / 2);
  const chord =
    latitudes * latitudes + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * longitudes * longitudes;
  // Rounding may lift the chord of two opposite points over 1, where asin has no answer.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
};

/** Distance to the nearest of the places in km; null when either side has no position. API contract, section 6. */
export const nearestDistanceKm = (from: Point | null, places: readonly Point[]): number | null =>
  from === null || places.length === 0 ? null : Math.min(...places.map((place) => distanceKm(from, place)));
