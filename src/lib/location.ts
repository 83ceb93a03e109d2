/** Degrees, WGS 84. */
export interface GeoPoint {
  latitude: number;
  longitude: number;
}

/** Six decimals are some 10 cm. */
const exact = (degrees: number): number => Number(degrees.toFixed(6));

/** A position as the wire wants it: `"latitude, longitude"`. Spec 1, point 3. */
export const locationText = ({ latitude, longitude }: GeoPoint): string => `${exact(latitude)}, ${exact(longitude)}`;

interface NamedPoint extends GeoPoint {
  name: string;
}

/** Where a pin was put, called by the nearest of the given places; by its coordinates without one. */
export const placeAt = ({ latitude, longitude }: GeoPoint, places: readonly NamedPoint[]): NamedPoint => {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const away = (place: GeoPoint) => Math.hypot(place.latitude - latitude, (place.longitude - longitude) * shrink);
  const nearest = [...places].sort((one, other) => away(one) - away(other))[0];
  return { latitude, longitude, name: nearest?.name ?? locationText({ latitude, longitude }) };
};

/** The position that a text of the wire (`"latitude, longitude"`) says, called by its coordinates; null for anything else. */
export const placeOf = (text: string | null): NamedPoint | null => {
  const [latitude, longitude, ...more] = (text ?? '')
    .split(',')
    .map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (latitude === undefined || longitude === undefined || more.length > 0) return null;
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? placeAt({ latitude, longitude }, []) : null;
};

/** A browser that neither knows nor refuses within this many milliseconds does not hold up anything. */
const PATIENCE = 3000;

/** Where the visitor is, only if the browser was allowed to tell before; it never asks. Null else. */
export const grantedLocation = async (): Promise<GeoPoint | null> => {
  try {
    const { permissions, geolocation } = globalThis.navigator;
    if ((await permissions.query({ name: 'geolocation' })).state !== 'granted') return null;
    return await new Promise((resolve) =>
      geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
        () => resolve(null),
        { timeout: PATIENCE, maximumAge: Infinity },
      ),
    );
  } catch {
    return null;
  }
};
