/** Degrees, WGS 84. */
export interface GeoPoint {
  latitude: number;
  longitude: number;
}

/** Six decimals are some 10 cm. */
const exact = (degrees: number): number => Number(degrees.toFixed(6));

/** A position as the wire wants it: `"latitude, longitude"`. Spec 1, point 3. */
export const locationText = ({ latitude, longitude }: GeoPoint): string => `${exact(latitude)}, ${exact(longitude)}`;

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
