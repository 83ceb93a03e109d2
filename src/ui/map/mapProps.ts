import type { Point, View } from './mercator';

/** A labelled place of a map. */
export interface MapPlace extends Point {
  name: string;
}

export interface MapProps {
  /** The position of the pin, or null if there is none. */
  point: Point | null;
  /** The map shows this point while there is no pin. */
  centre: Point;
  zoom: number;
  /** Places with a label. */
  places: readonly MapPlace[];
  label: string;
  /** Runs when the user sets or moves the pin. */
  onMove: (point: Point) => void;
  /** Runs when another part of the map becomes visible. */
  onView: (view: View) => void;
}
