/** How one came to a page from a list; travels in the route's state. */
export interface Trip {
  /** The list's address, without the base. */
  list: string;
  /** Entries of the history since. */
  depth: number;
  /** The list stays in sight, so that the window is not scrolled. */
  stays: boolean;
}

/** The trip that a route's state tells of; null when it tells of none. Only our own paths count. */
export const tripOf = (state: unknown): Trip | null => {
  const { list, depth, stays } = (state ?? {}) as Partial<Record<keyof Trip, unknown>>;
  if (typeof list !== 'string' || !/^\/(?![/\\])[^\\\s]*$/.test(list) || typeof depth !== 'number') return null;
  return { list, depth, stays: stays === true };
};

/** One entry of the history further on. */
export const further = (trip: Trip | null): Trip | null => trip && { ...trip, depth: trip.depth + 1 };
