import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import type { Bulk, BulkItemsQuery } from '../../../contract/schemas/bulks';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { presentBulk } from './presenter';
import * as repository from './repository';

/** Returns the user's bulk actions of the last 30 days, newest first. */
export const getBulks = async ({ db, clock }: Deps, user: AuthUser): Promise<Bulk[]> => {
  const now = clock.now();
  return (await repository.listBulks(db, user, now)).map((record) => presentBulk(record, now));
};

const find = async ({ db }: Pick<Deps, 'db'>, user: AuthUser, id: string) => {
  const record = await repository.findBulk(db, user, id);
  if (!record) throw notFound();
  return record;
};

/** Returns a bulk action with its progress. Throws 404 for one of another account. */
export const getBulk = async (deps: Pick<Deps, 'db' | 'clock'>, user: AuthUser, id: string): Promise<Bulk> =>
  presentBulk(await find(deps, user, id), deps.clock.now());

/** Returns a page of the applications of a bulk action with their outcomes. */
export const getItems = async (deps: Deps, user: AuthUser, id: string, query: BulkItemsQuery) => {
  const { outcome, page = 1, limit = PAGE_LIMIT_DEFAULT } = query;
  const bulk = await find(deps, user, id);
  const total = outcome === undefined ? bulk.total : bulk[outcome];
  const payload = await repository.listItems(deps.db, id, query, { limit, offset: (page - 1) * limit });
  return { payload, total, page, limit };
};
