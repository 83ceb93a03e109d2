import type { GeoPoint } from '../../lib/location';
import type { View } from './mercator';

export interface MapPlace extends GeoPoint {
  name: string;
}

export interface MapProps {
  /** The position of the pin, or null if there is none. */
  point: GeoPoint | null;
  /** The map shows this point while there is no pin. */
  centre: GeoPoint;
  zoom: number;
  places: readonly MapPlace[];
  label: string;
  onMove: (point: GeoPoint) => void;
  onView: (view: View) => void;
}
