import type { Place } from '../../../contract/schemas/reference';

/** A point in degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** A place with the ISO alpha-2 code of its country. */
export interface LocatedPlace extends Place {
  countryCode: string;
}

/** Places by folded name, at most ten: exact ones, those that begin so, those with a word that begins so; larger ones first. */
export const searchPlaces = (_q: string): Place[] => [];

/** The most important places within the view of a map (some 1000 × 600 pixels) of that centre and zoom, well spread, at most 60. */
export const nearbyPlaces = (_view: Point & { zoom: number }): Place[] => [];

/** The place nearest to a point, within 150 km; null where there is none. */
export const nearestPlace = (_point: Point): LocatedPlace | null => null;
