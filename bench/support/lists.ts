import type { RouteContract } from '../../contract/routes/defineRoute';

/** The caller: a demo account, or the holder of the gateway's key. */
export type ListCaller = 'root' | 'branch' | 'company' | 'gateway';

/**
 * Each kind has its own bound: a page or one row; an owner's count; a count after filters; or a page that must read
 * all of an owner's rows because almost nothing matches.
 */
export type Kind = 'page' | 'count' | 'filtered' | 'exhaustive';

export interface ListRequest {
  name: string;
  /** The name up to its first comma: requests of one list. */
  list: string;
  kind: Kind;
  /** The bound of the median in milliseconds when one branch owns everything; none by default. */
  ofOne?: number;
  as: ListCaller;
  method: RouteContract['method'];
  url: string;
  body?: object;
}

/** Returns the number of the last page of so many rows. */
export const lastPage = (rows: number, limit = 10): string => String(Math.max(1, Math.ceil(rows / limit)));

export type Listed = [name: string, route: RouteContract, query?: Record<string, string>, more?: Partial<ListRequest>];
