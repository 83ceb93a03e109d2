/** Degrees, WGS 84. */
export interface GeoPoint {
  latitude: number;
  longitude: number;
}

/** Rounds a point to six decimals, which are about 10 cm. */
export const rounded = ({ latitude, longitude }: GeoPoint): GeoPoint => ({
  latitude: Number(latitude.toFixed(6)),
  longitude: Number(longitude.toFixed(6)),
});

/** Returns a position in the wire's form: `"latitude, longitude"`. */
export const locationText = (point: GeoPoint): string => {
  const { latitude, longitude } = rounded(point);
  return `${latitude}, ${longitude}`;
};

interface NamedPoint extends GeoPoint {
  name: string;
}

/** A place with the short name of a map's label; `fullName` adds the district and the province. */
interface LabelledPoint extends NamedPoint {
  fullName?: string;
}

/** Returns a pin's position with the name of the nearest given place, or its coordinates without one. */
export const placeAt = ({ latitude, longitude }: GeoPoint, places: readonly LabelledPoint[]): NamedPoint => {
  const longitudeScale = Math.cos((latitude * Math.PI) / 180);
  const distanceTo = (place: GeoPoint) =>
    Math.hypot(place.latitude - latitude, (place.longitude - longitude) * longitudeScale);
  const nearest = [...places].sort((one, other) => distanceTo(one) - distanceTo(other))[0];
  return { latitude, longitude, name: nearest?.fullName ?? nearest?.name ?? locationText({ latitude, longitude }) };
};

/** A place gives its name to a position within this many degrees, about 10 km. */
const NEAR = 0.1;

/**
 * Returns the name of a place to show. Coordinates are no name: the nearest known place gives its own, or the name is
 * empty when none is near.
 */
export const shownName = (place: NamedPoint, known: readonly LabelledPoint[]): string => {
  if (place.name !== locationText(place)) return place.name;
  const isNear = (other: GeoPoint) =>
    Math.abs(other.latitude - place.latitude) < NEAR && Math.abs(other.longitude - place.longitude) < NEAR;
  const near = known.filter(isNear);
  return near.length > 0 ? placeAt(place, near).name : '';
};

/**
 * Parses a position of the wire (`"latitude, longitude"`) and names it by its coordinates; returns null for any other
 * text.
 */
export const placeOf = (text: string | null): NamedPoint | null => {
  const [latitude, longitude, ...more] = (text ?? '')
    .split(',')
    .map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (latitude === undefined || longitude === undefined || more.length > 0) return null;
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? placeAt({ latitude, longitude }, []) : null;
};

/** Timeout in milliseconds for a browser that neither finds nor refuses the position. */
const LOCATION_TIMEOUT = 3000;

/**
 * Returns the visitor's position if the browser already has the permission; never asks for it. Returns null otherwise.
 */
export const grantedLocation = async (): Promise<GeoPoint | null> => {
  try {
    const { permissions, geolocation } = globalThis.navigator;
    if ((await permissions.query({ name: 'geolocation' })).state !== 'granted') return null;
    return await new Promise((resolve) =>
      geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
        () => resolve(null),
        { timeout: LOCATION_TIMEOUT, maximumAge: Infinity },
      ),
    );
  } catch {
    return null;
  }
};

/**
 * Returns the scope of a search of places: only the user's country (ISO alpha-2), and of places with one name those
 * near the user first. Empty for a guest.
 */
export const placeScopeOf = (
  user: { country: { country_code: string }; location: GeoPoint | null } | null,
): { country?: string; near?: string } => ({
  ...(user && { country: user.country.country_code }),
  ...(user?.location && { near: locationText(user.location) }),
});
