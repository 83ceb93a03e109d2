/** A point in degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** The visible part of a map: its centre and zoom. */
export interface View extends Point {
  zoom: number;
}

const TILE = 256;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Projects a point to Web Mercator (EPSG:3857) in pixels at a zoom: x grows to the east, y to the south. */
export const project = ({ latitude, longitude }: Point, zoom: number): { x: number; y: number } => {
  const world = TILE * 2 ** zoom;
  const sine = Math.sin(radians(Math.max(-85.05, Math.min(85.05, latitude))));
  return {
    x: ((longitude + 180) / 360) * world,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world,
  };
};

/** Returns the point that lies `dx` pixels to the east and `dy` pixels to the south. */
export const moved = (point: Point, zoom: number, dx: number, dy: number): Point => {
  const world = TILE * 2 ** zoom;
  const { x, y } = project(point, zoom);
  const longitude = ((x + dx) / world) * 360 - 180;
  const n = Math.PI - (2 * Math.PI * (y + dy)) / world;
  return { latitude: (Math.atan(Math.sinh(n)) * 180) / Math.PI, longitude };
};

/** Six decimals are about ten centimetres, which is precise enough. */
export const rounded = ({ latitude, longitude }: Point): Point => ({
  latitude: Number(latitude.toFixed(6)),
  longitude: Number(longitude.toFixed(6)),
});

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
