/** Where the user was in a list: the open application and its place, which counts from 0 over all pages. */
export interface LastPlace {
  /** The `queryKey` of the list without its page, or `todayKey`. */
  key: string;
  id: number;
  place: number;
}

/** Returns the key of Today's rows; null is all branches. */
export const todayKey = (branchId: number | null): string => `today|${branchId}`;

let last: LastPlace | null = null;

/** Remembers the place until the list takes it or another list opens. A reload forgets it, as it forgets the focus. */
export const rememberPlace = (place: LastPlace): void => {
  last = place;
};

/** Returns the place in this list, and forgets it. */
export const takePlace = (key: string): LastPlace | null => {
  const taken = last?.key === key ? last : null;
  last = null;
  return taken;
};
