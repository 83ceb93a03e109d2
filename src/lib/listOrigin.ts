/** The way from a list to a page; part of the route's state. */
export interface ListOrigin {
  /** Address of the list, without the base. */
  list: string;
  /** Number of history entries since the list. */
  depth: number;
  /** The list stays visible, so the window does not scroll. */
  stays: boolean;
}

/** Returns the origin in a route's state, or null. Accepts only paths of the product. */
export const listOriginOf = (state: unknown): ListOrigin | null => {
  const { list, depth, stays } = (state ?? {}) as Partial<Record<keyof ListOrigin, unknown>>;
  if (typeof list !== 'string' || !/^\/(?![/\\])[^\\\s]*$/.test(list) || typeof depth !== 'number') return null;
  return { list, depth, stays: stays === true };
};

const TODAY = /^\/today(?:\?branchId=(\d+))?$/;

/** Returns the branch of Today (null: all) if the user came from that page; undefined if not. */
export const todayBranchOf = (origin: ListOrigin | null): number | null | undefined => {
  const match = TODAY.exec(origin?.list ?? '');
  return match ? (match[1] === undefined ? null : Number(match[1])) : undefined;
};

/** Returns the origin with one more history entry. */
export const withNextEntry = (origin: ListOrigin | null): ListOrigin | null =>
  origin && { ...origin, depth: origin.depth + 1 };
