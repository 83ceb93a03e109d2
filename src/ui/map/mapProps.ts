import type { Point, View } from './mercator';

export interface MapPlace extends Point {
  name: string;
}

export interface MapProps {
  /** The position of the pin, or null if there is none. */
  point: Point | null;
  /** The map shows this point while there is no pin. */
  centre: Point;
  zoom: number;
  places: readonly MapPlace[];
  label: string;
  onMove: (point: Point) => void;
  onView: (view: View) => void;
}
