import type { RouteContract } from '../../contract/routes/defineRoute';

/** Who asks: a demo account, or the holder of the gateway's key. */
export type Asker = 'root' | 'branch' | 'company' | 'gateway';

/**
 * A page or one thing, an owner's count, a count of what filters let through, or a page that is only complete when all of
 * an owner's rows were looked at (nothing, or next to nothing, fits): each has a bound of its own.
 */
export type Kind = 'page' | 'count' | 'filtered' | 'exhaustive';

/** One request to a list route. */
export interface ListRequest {
  name: string;
  /** What of the name comes before its first comma: requests of one list. */
  list: string;
  kind: Kind;
  as: Asker;
  method: RouteContract['method'];
  url: string;
  body?: object;
}

/** The last page of so many rows. */
export const lastPage = (rows: number, limit = 10): string => String(Math.max(1, Math.ceil(rows / limit)));

/** A list, and how it is asked. */
export type Listed = [name: string, route: RouteContract, query?: Record<string, string>, more?: Partial<ListRequest>];
