import type { Point, View } from './mercator';

/** A labelled place of a map. */
export interface MapPlace extends Point {
  name: string;
}

export interface MapProps {
  /** Where the pin is; none yet. */
  point: Point | null;
  /** What the map shows while there is no pin. */
  centre: Point;
  zoom: number;
  /** Places to be labelled. */
  places: readonly MapPlace[];
  label: string;
  /** The pin was put or moved there. */
  onMove: (point: Point) => void;
  /** Another part came into sight. */
  onView: (view: View) => void;
}
