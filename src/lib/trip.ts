/** The way from a list to a page; part of the route's state. */
export interface Trip {
  /** Address of the list, without the base. */
  list: string;
  /** Number of history entries since the list. */
  depth: number;
  /** The list stays visible, so the window does not scroll. */
  stays: boolean;
}

/** Returns the trip in a route's state, or null. Accepts only paths of the product. */
export const tripOf = (state: unknown): Trip | null => {
  const { list, depth, stays } = (state ?? {}) as Partial<Record<keyof Trip, unknown>>;
  if (typeof list !== 'string' || !/^\/(?![/\\])[^\\\s]*$/.test(list) || typeof depth !== 'number') return null;
  return { list, depth, stays: stays === true };
};

/** Returns the trip with one more history entry. */
export const further = (trip: Trip | null): Trip | null => trip && { ...trip, depth: trip.depth + 1 };
