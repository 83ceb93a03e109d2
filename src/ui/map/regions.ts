import type { GeoPoint } from '../../lib/location';
import canada from './regions/can.json?address';
import colombia from './regions/col.json?address';
import dominicanRepublic from './regions/dom.json?address';
import unitedKingdom from './regions/gbr.json?address';
import mexico from './regions/mex.json?address';
import turkey from './regions/tur.json?address';
import unitedStates from './regions/usa.json?address';
import venezuela from './regions/ven.json?address';

/** West, south, east, north in degrees. No box crosses the 180th meridian. */
export type Box = readonly [number, number, number, number];

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
